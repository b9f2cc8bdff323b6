/** The places of the piles: what is drawn in them, and what stands on the piles. */

import { drawing } from "./cards.js";
import { depth } from "./types.js";
import { cardSign, say } from "./words.js";

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").Pile} Pile */

/** Draw what lies in an empty place: the suit, or what a turn does. @param {HTMLElement} slot @param {Pile} pile @param {View} view */
export function dressSlot(slot, pile, view) {
  const sign = pile.group === "S" ? `turn-${view.turn}` : pile.suit || "";
  if (slot.dataset.sign === sign) return;
  slot.dataset.sign = sign;
  slot.replaceChildren();
  if (pile.suit) slot.append(drawing(`suit-${pile.suit}`));
}

/** A label's text in its pill. @param {string} text */
export function tag(text) {
  const span = document.createElement("span");
  span.textContent = text;
  return span;
}

/** What stands on a pile: the stock's count, a reserve's count, a foundation's next card. @param {Pile} pile @param {View} view */
export function labelText(pile, view) {
  const total = depth(pile);
  if (pile.group === "F") return pile.next ? cardSign(pile.next) : total ? "✓" : "";
  if (pile.group === "S") return total ? String(total) : view.turn === "none" ? "✕" : "↻";
  if (pile.group === "R" && total > 2) return String(total);
  if (pile.group === "W" && total > 3) return String(total);
  if (pile.group === "R" && !total && pile.note) return say("free");
  return "";
}
