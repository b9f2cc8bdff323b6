/** Where cards came from and went to, by the events and by what grew and shrank. */

import { depth } from "./types.js";

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./cards.js").Item} Item @typedef {import("./board.js").Wanted} Wanted */

export class Origins {
  /** @param {View} before @param {View} after @param {GameEvent[]} events */
  constructor(before, after, events) {
    this.events = events;
    const count = (/** @type {View} */ view) => view.piles.filter((pile) => pile.group === "S").reduce((sum, pile) => sum + depth(pile), 0);
    this.stockShrank = count(after) < count(before);
    this.stockGrew = count(after) > count(before) && before.piles.length > 0;
    this.first = before.piles.length === 0;
    this.before = new Map(before.piles.map((pile) => [pile.name, depth(pile)]));
    this.after = new Map(after.piles.map((pile) => [pile.name, depth(pile)]));
  }

  /** The spare card that best becomes a wanted one. @param {Item[]} spare @param {Wanted} wanted */
  best(spare, wanted) {
    if (wanted.text === null) return undefined;
    const same = spare.filter((item) => item.text === wanted.text && item.pile !== "S");
    return same.find((item) => this.joined(item.pile, wanted.pile)) || same[0];
  }

  /** @param {string} one @param {string} other */
  joined(one, other) {
    return this.events.some((event) => [event.source, event.target].includes(one) && [event.source, event.target].includes(other));
  }

  /** Where a card that was not seen before came from, or null: it was only covered. @param {Wanted} wanted */
  source(wanted) {
    const grew = (this.after.get(wanted.pile) || 0) > (this.before.get(wanted.pile) || 0);
    const old = wanted.index < (this.before.get(wanted.pile) || 0);
    if (this.first || !grew || old) return null;
    return this.stockShrank ? "S" : null;
  }

  /** Where a card that is no longer shown went, or null: it is only covered. @param {Item} item */
  target(item) {
    const covered = item.index < (this.after.get(item.pile) || 0);
    if (covered) return null;
    const moved = this.events.findLast((event) => item.text && event.cards.includes(item.text) && event.target[0] === "F");
    return moved ? moved.target : this.stockGrew ? "S" : null;
  }

  /** The place of a card's event among the events, or -1. @param {string} pile @param {string|null} text */
  order(pile, text) {
    return this.events.findIndex((event) => event.target === pile && (text === null || !event.cards.length || event.cards.includes(text)));
  }

  /** The place of the first event that changes a pile among the events, or -1: its other cards make way then. @param {string} pile */
  touched(pile) {
    return this.events.findIndex((event) => event.source === pile || event.target === pile);
  }
}
