/** Counts down the time that is left, wherever a page tells it. */

const EVERY = 5000; // ms
const begun = Date.now();

/** Write what is left now, and touch only what has changed. */
function countDown() {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"))) {
    const minutes = Math.max(0, Math.floor((Number(part.dataset.left) - (Date.now() - begun) / 1000) / 60));
    const said = (part.dataset.form || "").replace("%(hours)s", String(Math.floor(minutes / 60))).replace("%(minutes)s", String(minutes % 60));
    if (part.textContent !== said) part.textContent = said;
  }
}

if (document.querySelector("[data-left]")) {
  setInterval(countDown, EVERY);
  document.addEventListener("visibilitychange", countDown); // timers rest in the background
}
