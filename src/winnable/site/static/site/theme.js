// Before anything is painted: the settings that came with the page and those that this browser keeps, whichever are
// newer, and over both what has not reached the server yet. The page shows them at once; settings.js goes on from here.
(() => {
  const root = document.documentElement;
  /** @param {string|null|undefined} text @returns {Object<string, any>} */
  const read = (text) => {
    try {
      return JSON.parse(text || "{}");
    } catch {
      return {};
    }
  };
  /** @type {Object<string, any>} */
  let kept = {};
  try {
    kept = read(localStorage.getItem("winnable.settings"));
  } catch {
    // A browser that keeps nothing shows what came with the page.
  }
  const told = root.dataset.settings ? read(root.dataset.settings) : kept;
  const base = told.player === kept.player && kept.changed > told.changed ? kept : told;
  /** @type {string[]} */
  const pending = kept.pending || Object.keys(kept);
  /** @type {Object<string, any>} */
  const now = { ...base, ...Object.fromEntries(pending.map((name) => [name, kept[name]])), pending };
  root.dataset.settings = JSON.stringify(now);
  for (const name of ["theme", "deck", "hand"]) if (now[name]) root.dataset[name] = now[name];
})();
