/** Moving cards on the screen. Every motion starts from where the card is seen now, so any can be interrupted. */

import { setting } from "./settings.js";

/** @typedef {import("./cards.js").Item} Item */

const SPEEDS = /** @type {Object<string, number>} */ ({ off: 0, fast: 110, normal: 220, slow: 450 });
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const ABOVE = 1000; // added to the z-index of a card in motion

/** How long a motion takes, ms; 0 when motion is off. */
export function tempo() {
  return calm.matches ? 0 : SPEEDS[setting("speed")] ?? SPEEDS.normal;
}

/** Note where cards in motion are seen at this moment; all at once, since each look after a change costs a layout. @param {Iterable<Item>} items */
export function look(items) {
  for (const item of items) {
    const matrix = item.motion && new DOMMatrixReadOnly(getComputedStyle(item.el).transform);
    item.seen = matrix && { x: matrix.e, y: matrix.f };
  }
}

/** @param {number} x @param {number} y */
const shift = (x, y) => `translate(${x}px, ${y}px)`;

/** @type {WeakMap<HTMLElement, string>} */
const lies = new WeakMap();

/** Lay an element at a place of the board; one that lies there already is left alone. @param {HTMLElement} el @param {number} x @param {number} y */
export function lay(el, x, y) {
  const place = shift(x, y);
  if (lies.get(el) === place) return;
  lies.set(el, place);
  el.style.transform = place;
}

/** @param {Item} item @param {number} z what its element's z-index shall be */
function raise(item, z) {
  if (item.raised === z) return;
  item.raised = z;
  item.el.style.zIndex = String(z);
}

/** Put a card somewhere at once. @param {Item} item @param {number} x @param {number} y @param {number} z */
export function put(item, x, y, z) {
  item.motion?.cancel();
  item.waiting?.cancel();
  item.motion = item.waiting = null;
  item.seen = null;
  Object.assign(item, { x, y, z });
  lay(item.el, x, y);
  raise(item, z);
}

/**
 * Move a card to a place, from where it was last looked at; a motion that leads there already goes on.
 * @param {Item} item @param {number} x @param {number} y @param {number} z
 * @param {number} duration ms @param {number} delay ms @param {() => void} [done]
 */
export function moveTo(item, x, y, z, duration, delay, done) {
  if (duration && item.motion && item.x === x && item.y === y) {
    item.z = z;
    return;
  }
  const from = item.seen || { x: item.x, y: item.y };
  const still = Math.abs(from.x - x) < 0.5 && Math.abs(from.y - y) < 0.5;
  if (!duration || still) {
    put(item, x, y, z);
    done?.();
    return;
  }
  const under = item.raised;
  put(item, x, y, z);
  raise(item, ABOVE + z);
  // Until its turn comes it stays among the cards that it lies on.
  if (delay) item.waiting = item.el.animate([{ zIndex: under }, { zIndex: under }], { duration: 1, delay, fill: "backwards" });
  const frames = [{ transform: shift(from.x, from.y) }, { transform: shift(x, y) }];
  const motion = item.el.animate(frames, { duration, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" });
  item.motion = motion;
  motion.onfinish = () => {
    if (item.motion !== motion) return;
    item.motion = null;
    raise(item, item.z);
    done?.();
  };
}

/** Wait until every card has come to rest or been sent elsewhere. @param {Item[]} items */
export async function atRest(items) {
  await Promise.allSettled(items.map((item) => item.motion?.finished));
}

/** Turn a card over on the spot: its back until the face opens. @param {Item} item @param {number} duration ms @param {number} delay ms */
export function flip(item, duration, delay) {
  if (!duration) return;
  const back = { backgroundColor: "var(--back)" };
  if (item.text) item.el.animate([back, { ...back, offset: 0.95 }, {}], { duration, delay, fill: "backwards" });
  item.face.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration, delay, easing: "ease-out", fill: "backwards" });
}

/** A wave through some cards, for a win. @param {Item[]} items */
export function celebrate(items) {
  const duration = tempo() * 2;
  if (!duration) return;
  const hop = [{ transform: "none" }, { transform: "translateY(-18%) rotate(4deg)" }, { transform: "none" }];
  items.forEach((item, order) => item.face.animate(hop, { duration, delay: order * 60 + duration, easing: "ease-in-out" }));
}
