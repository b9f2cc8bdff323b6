/** The places of the piles: what is drawn in them, and what stands on the piles. */

import { drawing } from "./cards.js";
import { depth } from "./types.js";
import { cardSign, say } from "./words.js";

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").Pile} Pile @typedef {import("./types.js").Layout} Layout */

export class Slots {
  /** @param {HTMLElement} root the board */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, HTMLElement>} */
    this.slots = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.labels = new Map();
    /** What each label says. @type {Map<string, string>} */
    this.texts = new Map();
    /** The layout in which the slots lie. @type {Layout|null} */
    this.layout = null;
  }

  /** Draw the places of the piles. @param {View} view @param {Layout} layout */
  show(view, layout) {
    for (const pile of view.piles) {
      const place = layout.places.get(pile.name);
      if (!place) continue;
      const slot = this.part(this.slots, pile, "slot");
      if (layout !== this.layout) lay(slot, place.x, place.y);
      dress(slot, pile, view);
    }
    this.layout = layout;
  }

  /** Say what a pile's label says: a count, the next card. @param {Pile} pile @param {View} view @param {{x: number, y: number}} at px, where the pile's last card lies */
  label(pile, view, at) {
    const label = this.part(this.labels, pile, "label");
    const text = labelText(pile, view);
    if (text) lay(label, at.x, at.y);
    if (this.texts.get(pile.name) === text) return;
    this.texts.set(pile.name, text);
    label.hidden = !text;
    label.classList.toggle("free", pile.group === "R" && !depth(pile));
    const tag = label.firstChild || label.appendChild(document.createElement("span"));
    tag.textContent = text;
  }

  /** @param {Map<string, HTMLElement>} parts @param {Pile} pile @param {string} kind */
  part(parts, pile, kind) {
    let part = parts.get(pile.name);
    if (!part) {
      part = document.createElement("div");
      part.className = `${kind} ${kind}-${pile.group}`;
      part.dataset.pile = pile.name;
      parts.set(pile.name, part);
      this.root.append(part);
    }
    return part;
  }
}

/** Lay a part of the board that stays where it is: no layer, no transform. @param {HTMLElement} el @param {number} x px @param {number} y px */
export function lay(el, x, y) {
  const [left, top] = [`${x}px`, `${y}px`];
  if (el.style.left !== left) el.style.left = left;
  if (el.style.top !== top) el.style.top = top;
}

/** Draw what lies in an empty place: the suit, or what a turn does. @param {HTMLElement} slot @param {Pile} pile @param {View} view */
function dress(slot, pile, view) {
  const sign = pile.group === "S" ? `turn-${view.turn}` : pile.suit || "";
  if (slot.dataset.sign === sign) return;
  slot.dataset.sign = sign;
  slot.replaceChildren();
  if (pile.suit) slot.append(drawing(`suit-${pile.suit}`));
}

/** What stands on a pile: the stock's count, a reserve's count, a foundation's next card. @param {Pile} pile @param {View} view */
function labelText(pile, view) {
  const total = depth(pile);
  if (pile.group === "F") return pile.next ? cardSign(pile.next) : total ? "✓" : "";
  if (pile.group === "S") return total ? String(total) : view.turn === "none" ? "✕" : "↻";
  if (pile.group === "R" && total > 2) return String(total);
  if (pile.group === "W" && total > 3) return String(total);
  if (pile.group === "R" && !total && pile.note) return say("free");
  return "";
}
