/** Mouse and finger: a tap plays, a drag carries cards to the legal pile they lie over most. */

import { put } from "./motion.js";
import { depth } from "./types.js";

const SLOP = 6; // px that a finger may slip before a tap becomes a drag
const LEAST = 0.15; // of a card that must lie over a pile
const PRESS = 550; // ms of a long press
const CARRIED = 200000; // z-index: above everything on the board
const DOUBLE = 300; // ms within which a second click at the same place belongs to a double click

/** @typedef {import("./cards.js").Item} Item */
/**
 * @typedef {{board: import("./board.js").Board, may: () => boolean,
 *   targets: (source: string, count: number) => string[],
 *   tap: (pile: string, count: number) => void, drop: (source: string, target: string, count: number) => void,
 *   peek: (pile: string) => void, lift: (pile: string, count: number, targets: string[]) => void,
 *   over: (target: string) => void}} Hands  ``over`` is told which pile would take the cards now, "" for none
 */
/**
 * @typedef {{id: number, pile: string, count: number, x: number, y: number, items: Item[], dragging: boolean, press: number,
 *   legal: string[], over: string}} Grip  ``legal`` are the piles that take what is held, ``over`` the one that would take it now
 */

/** @param {Hands} hands */
export function enableDrag(hands) {
  const { board } = hands;
  /** @type {Grip|null} */
  let grip = null;
  let last = { time: 0, x: 0, y: 0 };

  const point = (/** @type {PointerEvent|MouseEvent} */ event) => {
    const box = board.root.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  board.root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || grip || !event.isPrimary) return;
    const { x, y } = point(event);
    const hit = board.hit(x, y);
    if (!hit || !hands.may()) return;
    board.root.setPointerCapture(event.pointerId);
    const count = Math.max(0, depth(board.pile(hit.pile)) - Math.max(0, hit.index));
    const press = window.setTimeout(() => longPress(hit.pile), PRESS);
    grip = { id: event.pointerId, pile: hit.pile, count: hit.index < 0 ? 0 : count, x, y, items: [], dragging: false, press, legal: [], over: "" };
  });

  board.root.addEventListener("pointermove", (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const { x, y } = point(event);
    if (!grip.dragging && Math.hypot(x - grip.x, y - grip.y) > SLOP) lift(grip);
    if (grip.dragging) carry(grip, x - grip.x, y - grip.y);
  });

  board.root.addEventListener("pointerup", (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const done = grip;
    clearTimeout(done.press);
    if (done.dragging) {
      last.time = 0; // what comes after a drag is a new click
      drop(done);
    } else {
      grip = null;
      if (isSecondClick(done)) return;
      if (done.count || done.pile === "S" || !depth(board.pile(done.pile))) hands.tap(done.pile, done.pile === "S" ? 0 : done.count);
    }
  });

  /** Whether a tap is the second half of a double click: the first has played already. The stock may be tapped fast. */
  function isSecondClick(/** @type {Grip} */ tap) {
    const now = performance.now();
    const second = now - last.time < DOUBLE && Math.hypot(tap.x - last.x, tap.y - last.y) < SLOP;
    last = { time: second || tap.pile === "S" ? 0 : now, x: tap.x, y: tap.y };
    return second && tap.pile !== "S";
  }

  board.root.addEventListener("pointercancel", (event) => grip && event.pointerId === grip.id && putBack());
  board.root.addEventListener("lostpointercapture", (event) => grip && event.pointerId === grip.id && putBack());
  document.addEventListener("keydown", (event) => {
    last.time = 0;
    if (event.key === "Escape" && grip) {
      event.stopPropagation();
      putBack();
    }
  }, true);
  board.root.addEventListener("contextmenu", (event) => {
    const hit = board.hit(point(event).x, point(event).y);
    event.preventDefault();
    if (hit && !grip) hands.peek(hit.pile);
  });

  /** @param {string} pile */
  function longPress(pile) {
    if (!grip || grip.dragging) return;
    putBack();
    hands.peek(pile);
  }

  /** @param {Grip} held */
  function lift(held) {
    clearTimeout(held.press);
    last.time = 0;
    held.dragging = true;
    if (!held.count) return;
    const index = depth(board.pile(held.pile)) - held.count;
    held.items = held.pile === "S" ? board.itemsFrom("S", 0) : board.itemsFrom(held.pile, index).filter((item) => item.text);
    if (held.pile === "S") held.count = 1;
    hold(held.items, true);
    if (!held.items.length) return;
    held.legal = hands.targets(held.pile, held.count);
    hands.lift(held.pile, held.count, held.legal);
  }

  /** @param {Grip} held @param {number} dx @param {number} dy */
  function carry(held, dx, dy) {
    held.items.forEach((item, order) => {
      const home = board.placeIn(item.pile, item.index);
      put(item, home.x + dx, home.y + dy, CARRIED + order);
    });
    const over = held.items.length ? overlaps(held.items[0], held.pile).find((name) => held.legal.includes(name)) || "" : "";
    if (over !== held.over) hands.over(over);
    held.over = over;
  }

  /** @param {Grip} held */
  function drop(held) {
    const legal = hands.targets(held.pile, held.count);
    const over = held.items.length ? overlaps(held.items[0], held.pile) : [];
    const target = over.find((name) => legal.includes(name)) || over[0];
    release(held);
    if (target) hands.drop(held.pile, target, held.count);
    if (held.items.some((item) => item.pile === held.pile)) board.show(board.view, []);
  }

  function putBack() {
    if (!grip) return;
    const held = grip;
    clearTimeout(held.press);
    release(held);
    if (held.dragging) board.show(board.view, []);
  }

  /** @param {Grip} held */
  function release(held) {
    grip = null;
    if (board.root.hasPointerCapture(held.id)) board.root.releasePointerCapture(held.id);
    hold(held.items, false);
    if (held.over) hands.over("");
    hands.lift("", 0, []);
  }

  /** @param {Item[]} items @param {boolean} held */
  function hold(items, held) {
    for (const item of items) {
      item.held = held;
      item.el.classList.toggle("carried", held);
    }
  }

  /** The piles that a carried card lies over, most covered first. @param {Item} item @param {string} source */
  function overlaps(item, source) {
    const { w, h } = board.layout;
    const found = [];
    for (const name of board.layout.places.keys()) {
      const box = board.extent(name);
      const across = Math.min(item.x + w, box.right) - Math.max(item.x, box.left);
      const down = Math.min(item.y + h, box.bottom) - Math.max(item.y, box.top);
      const share = (Math.max(0, across) * Math.max(0, down)) / (w * h);
      if (name !== source && share >= LEAST) found.push({ name, share });
    }
    return found.sort((a, b) => b.share - a.share).map(({ name }) => name);
  }
}
