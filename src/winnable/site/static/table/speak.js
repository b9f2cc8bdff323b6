/** Telling the player: a line on screen that fades, and a live region for screen readers. */

const region = /** @type {HTMLElement} */ (document.getElementById("spoken"));
const toast = /** @type {HTMLElement} */ (document.getElementById("toast"));
let fading = 0;

/** Say a sentence to screen readers only. @param {string} text */
export function speak(text) {
  if (!text) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Say a sentence to everyone. @param {string} text @param {number} [stay] ms on screen */
export function tell(text, stay = 4500) {
  if (!text) return;
  speak(text);
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(fading);
  fading = window.setTimeout(() => { toast.hidden = true; }, stay);
}

/** Take the line off the screen. */
export function hush() {
  toast.hidden = true;
}
