// Before anything is painted: the theme that the player chose.
(() => {
  try {
    const chosen = JSON.parse(localStorage.getItem("winnable.settings") || "{}");
    for (const name of ["theme", "deck", "hand"]) if (chosen[name]) document.documentElement.dataset[name] = chosen[name];
  } catch {
    // The system's theme it is.
  }
})();
