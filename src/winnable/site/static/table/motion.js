/** Moving cards on the screen. Every motion starts from where the card is seen now, so any can be interrupted. */

import { showFace } from "./cards.js";
import { setting } from "./settings.js";

/** @typedef {import("./cards.js").Item} Item */
/**
 * @typedef {{duration: number, delay: number, opens: boolean, closes: boolean}} Flight  ms; ``opens``: its face opens on the
 *   way; ``closes``: it shows its back from when it leaves
 * @typedef {{from: {x: number, y: number}, animation: Animation|null, timer: number, ended: Promise<void>, end: () => void}} Motion
 *   a card on its way from a place; without animation while it waits for its turn; ``ended`` also when it is interrupted
 */

const SPEEDS = /** @type {Object<string, number>} */ ({ off: 0, fast: 110, normal: 220, slow: 450 });
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const ABOVE = 1000; // added to the z-index of a card in motion
const HOLD = 1000; // ms that an animation stays at its end: longer than a busy page's clock is late

/** How long a motion takes, ms; 0 when motion is off. */
export function tempo() {
  return calm.matches ? 0 : SPEEDS[setting("speed")] ?? SPEEDS.normal;
}

/** Note where cards in motion are seen at this moment; all at once, since each look after a change costs a layout. @param {Iterable<Item>} items */
export function look(items) {
  for (const item of items) {
    const { motion } = item;
    const matrix = motion?.animation && new DOMMatrixReadOnly(getComputedStyle(item.el).transform);
    item.seen = matrix ? { x: matrix.e, y: matrix.f } : motion && motion.from;
  }
}

/** @param {number} x @param {number} y */
const shift = (x, y) => `translate(${x}px, ${y}px)`;

/** Show a card's element at a place, and on the board. @param {Item} item @param {number} x @param {number} y @param {number} z its z-index */
function show(item, x, y, z) {
  const place = shift(x, y);
  if (item.place !== place) item.el.style.transform = item.place = place;
  if (item.raised !== z) item.el.style.zIndex = String(item.raised = z);
  item.host?.append(item.el);
  item.host = null;
}

/** End a card's motion, wherever it is. @param {Item} item */
export function stop(item) {
  if (!item.motion) return;
  clearTimeout(item.motion.timer);
  item.motion.animation?.cancel();
  item.motion.end();
  item.motion = item.seen = null;
}

/** Put a card somewhere at once. @param {Item} item @param {number} x @param {number} y @param {number} z */
export function put(item, x, y, z) {
  stop(item);
  Object.assign(item, { x, y, z });
  show(item, x, y, z);
}

/**
 * Move a card to a place, from where it was last looked at; a motion that leads there already goes on.
 * @param {Item} item @param {number} x @param {number} y @param {number} z
 * @param {Flight} flight @param {() => void} landed called when a motion has led it there
 * @returns {boolean} whether it moves; if not, it lies there already
 */
export function moveTo(item, x, y, z, flight, landed) {
  if (flight.duration && item.motion && item.x === x && item.y === y) {
    item.z = z;
    return true;
  }
  const from = item.seen || { x: item.x, y: item.y };
  const still = Math.abs(from.x - x) < 0.5 && Math.abs(from.y - y) < 0.5;
  if (!flight.duration || still) {
    put(item, x, y, z);
    return false;
  }
  stop(item);
  Object.assign(item, { x, y, z });
  fly(item, from, flight, landed);
  return true;
}

/**
 * The motion itself. Until its turn comes a card stays among the cards that it lies on, and one that is new to the board is
 * not there yet: so each of many cards costs its own frame a little, and not all of them the first.
 * @param {Item} item @param {{x: number, y: number}} from @param {Flight} flight @param {() => void} landed
 */
function fly(item, from, flight, landed) {
  let end = () => {};
  const ended = /** @type {Promise<void>} */ (new Promise((resolve) => { end = resolve; }));
  const motion = item.motion = /** @type {Motion} */ ({ from, animation: null, timer: 0, ended, end });
  const land = () => {
    put(item, item.x, item.y, item.z);
    landed();
  };
  const leave = () => {
    if (flight.closes) showFace(item, null);
    motion.animation = animate(item, from, flight);
    const clock = () => { if (item.motion === motion) motion.timer = window.setTimeout(land, flight.duration); };
    motion.animation.ready.then(clock, () => {}); // interrupted before it began
  };
  if (!flight.delay) return leave();
  if (!item.host) show(item, from.x, from.y, item.raised);
  motion.timer = window.setTimeout(leave, flight.delay);
}

/**
 * Animate a card. The animation is longer than the motion, which ends by the clock: before an animation's end the browser
 * would style the card anew for each frame.
 * @param {Item} item @param {{x: number, y: number}} from @param {Flight} flight
 */
function animate(item, from, { duration, opens }) {
  const whole = duration + HOLD;
  const end = `${shift(item.x, item.y)}${opens ? " scaleX(1)" : ""}`;
  const start = { transform: `${shift(from.x, from.y)}${opens ? " scaleX(0)" : ""}`, easing: "cubic-bezier(.2,.7,.3,1)" };
  show(item, item.x, item.y, ABOVE + item.z);
  return item.el.animate([start, { transform: end, offset: duration / whole }, { transform: end }], whole);
}

/** Wait until every card has come to rest or been sent elsewhere. @param {Iterable<Item>} items */
export async function atRest(items) {
  await Promise.all(Array.from(items, (item) => item.motion?.ended));
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
