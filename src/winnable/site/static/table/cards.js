/** Card elements: a face or a back, cloned from the sprite's drawings. */

import { setting } from "./settings.js";

const SVG = "http://www.w3.org/2000/svg";
const RICH_WIDTH = 68; // px, from which courts show themselves
const sprite = document.body.dataset.cards || new URL("cards.svg", import.meta.url).href;
/** @type {Map<string, SVGElement>} */
const drawings = new Map();

/**
 * @typedef {{el: HTMLElement, face: HTMLElement, text: string|null|undefined, pile: string, index: number, x: number,
 *   y: number, z: number, place: string, raised: number, held: boolean, host: HTMLElement|null,
 *   motion: import("./motion.js").Motion|null, seen: {x: number, y: number}|null}} Item
 * a card on the table; ``text`` is null while it lies face down; x and y (px) are where it lies or is going,
 * ``place`` and ``raised`` are its element's transform and z-index now, ``host`` the board that it is not on yet, ``seen`` where a
 * card in motion was last looked at
 */

let rich = false;

/** Say how wide cards are; true if faces must be drawn again. @param {number} width px */
export function setCardWidth(width) {
  const before = rich;
  rich = width >= RICH_WIDTH && setting("faces") !== "plain";
  return before !== rich;
}

/** Read the sprite, once: a `<use>` of another file would make the browser read that file again for every card. */
export async function loadDrawings() {
  const text = await (await fetch(sprite)).text();
  for (const symbol of new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("symbol")) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", symbol.getAttribute("viewBox") || "");
    svg.setAttribute("aria-hidden", "true");
    svg.append(...symbol.childNodes);
    drawings.set(symbol.id, svg);
  }
}

/** A copy of one of the sprite's drawings. @param {string} id of its symbol */
export function drawing(id) {
  return /** @type {SVGElement} */ (/** @type {SVGElement} */ (drawings.get(id)).cloneNode(true));
}

/** A new card element, not yet on the table. @param {HTMLElement} host where it will be @param {string|null} text @returns {Item} */
export function makeCard(host, text) {
  const el = document.createElement("div");
  const face = document.createElement("div");
  el.className = "card";
  face.className = "face";
  el.append(face);
  const item = /** @type {Item} */ ({
    el, face, text: undefined, pile: "", index: -1, x: 0, y: 0, z: 0, place: "", raised: 0, held: false, host, motion: null, seen: null,
  });
  showFace(item, text);
  return item;
}

/** Show this face (null: the back). True if it changed. @param {Item} item @param {string|null} text */
export function showFace(item, text) {
  if (item.text === text) return false;
  item.text = text;
  redraw(item);
  return true;
}

/** Draw the face again. @param {Item} item */
export function redraw(item) {
  const text = item.text;
  const court = rich && text && "JQK".includes(text[0]) ? "-court" : "";
  if (text) item.el.dataset.suit = text[1];
  else delete item.el.dataset.suit;
  item.face.replaceChildren(drawing(text ? text + court : "back"));
}
