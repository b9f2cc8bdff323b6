/** The cards on the screen. It is shown a view and finds by itself which card went where. */

import { arrange, cardOffset } from "./layout.js";
import { makeCard, redraw, setCardWidth, showFace } from "./cards.js";
import { Origins } from "./origins.js";
import { atRest, flip, look, moveTo, stop, tempo } from "./motion.js";
import { setting } from "./settings.js";
import { Slots } from "./slots.js";
import { depth } from "./types.js";

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").Pile} Pile */
/** @typedef {import("./types.js").GameEvent} GameEvent @typedef {import("./cards.js").Item} Item */
/** @typedef {import("./motion.js").Flight} Flight @typedef {{pile: string, index: number, text: string|null}} Wanted */

export class Board {
  /** @param {HTMLElement} root @param {string} game name without options */
  constructor(root, game) {
    this.root = root;
    this.game = game;
    /** @type {Item[]} */
    this.items = [];
    /** @type {Set<Item>} */
    this.leaving = new Set();
    this.places = new Slots(root);
    /** @type {Map<string, Pile>} */
    this.piles = new Map();
    this.view = /** @type {View} */ ({ piles: [], base: null, pass: 1, passes: null, turn: "none", supermove: null });
    this.layout = arrange({ ...this.view, piles: [] }, game, 300, 300, false, "");
    this.layout.form = ""; // none is preferred yet
    this.shape = ""; // what the layout was made from
    this.drawn = 0; // px: the cards' width that the style knows
    /** Called once the piles lie elsewhere because the table has another size. */
    this.resized = () => {};
    this.size = { width: root.clientWidth, height: root.clientHeight }; // px; asking in the middle of a step would cost a layout
    const screen = document.documentElement;
    let across = screen.clientWidth; // px
    new ResizeObserver(([entry]) => {
      this.size = entry.contentRect;
      if (screen.clientWidth !== across) this.layout.form = ""; // the screen is another, not only the table's part of it
      across = screen.clientWidth;
      if (!this.view.piles.length) return;
      this.show(this.view, [], false);
      this.resized();
    }).observe(root);
  }

  /**
   * Show a view; cards that lie elsewhere than before move there.
   * @param {View} view @param {GameEvent[]} events what happened, as a hint where cards come from
   * @param {boolean} [animate]
   */
  show(view, events, animate = true) {
    const { view: before, layout } = this;
    const same = isSame(before, view); // an answer that only confirms what was foretold lets cards fly on
    if (!same) this.clear();
    this.view = view;
    this.piles = new Map(view.piles.map((pile) => [pile.name, pile]));
    this.arrange();
    this.places.show(view, this.layout);
    if (!same || view === before || layout !== this.layout) this.showCards(before, events, animate ? tempo() : 0);
    this.showLabels();
  }

  /** Lay out the piles, if something has changed that their places depend on. */
  arrange() {
    const { width, height } = this.size;
    const mirror = setting("hand") === "left";
    const piles = this.view.piles.map(({ name, group, hidden, cards }) => (group === "T" ? `${name} ${hidden} ${cards.length}` : name));
    const shape = [width, height, mirror, ...piles].join();
    if (shape !== this.shape) this.layout = arrange(this.view, this.game, width, height, mirror, this.layout.form);
    this.shape = shape;
    if (this.layout.w !== this.drawn) this.root.style.setProperty("--w", `${this.layout.w}px`);
    this.drawn = this.layout.w;
    if (setCardWidth(this.layout.w)) this.items.forEach(redraw);
  }

  /** Take away the cards that are leaving. */
  clear() {
    for (const item of this.leaving) this.gone(item);
  }

  /** @param {View} before @param {GameEvent[]} events @param {number} duration ms */
  showCards(before, events, duration) {
    look(this.items);
    const origins = new Origins(before, this.view, events);
    const { kept, missing, spare } = this.match(origins);
    const gap = Math.min(duration / 4, 900 / Math.max(1, events.length)); // ms between events
    const flight = (/** @type {number} */ order) => ({ duration, delay: Math.max(0, order) * gap, opens: false, closes: false });
    for (const wanted of missing) kept.push([this.enter(wanted, origins), wanted]);
    this.items = kept.map(([item]) => item);
    for (const [item, wanted] of kept) {
      const stays = item.pile === wanted.pile;
      const order = stays ? origins.touched(wanted.pile) : origins.order(wanted.pile, wanted.text);
      this.settle(item, wanted, { ...flight(order), opens: !stays && item.pile === "S" });
    }
    for (const item of spare) {
      const to = origins.target(item);
      this.leave(item, to, flight(to === "S" ? origins.touched(item.pile) : to ? origins.order(to, item.text ?? null) : -1));
    }
    if (spare.size) atRest([...this.items, ...spare]).then(() => spare.forEach((item) => this.gone(item)));
  }

  /** What stands on the piles; on one that a card is on its way to, when it has arrived. */
  showLabels() {
    const awaited = new Set([...this.items, ...this.leaving].filter((item) => item.motion).map((item) => item.pile));
    for (const pile of this.view.piles) if (!awaited.has(pile.name)) this.label(pile);
  }

  /** A card has come to a pile. @param {string} name */
  landed(name) {
    const flying = [...this.items, ...this.leaving].some((item) => item.motion && item.pile === name);
    if (!flying) this.label(this.pile(name));
  }

  /** @param {Pile} pile */
  label(pile) {
    if (this.layout.places.has(pile.name)) this.places.label(pile, this.view, this.placeIn(pile.name, Infinity));
  }

  /** Which card element becomes which card of the view. @param {Origins} origins */
  match(origins) {
    const byPlace = new Map(this.items.map((item) => [`${item.pile} ${item.index}`, item]));
    const spare = new Set(this.items);
    /** @type {[Item, Wanted][]} */
    const kept = [];
    /** @type {Wanted[]} */
    let missing = [];
    for (const wanted of this.wanted()) {
      const item = byPlace.get(`${wanted.pile} ${wanted.index}`);
      if (item && spare.has(item) && (item.text === wanted.text || item.text === null || wanted.text === null)) {
        spare.delete(item);
        kept.push([item, wanted]);
      } else missing.push(wanted);
    }
    missing = missing.filter((wanted) => {
      const item = origins.best([...spare], wanted);
      if (!item) return true;
      spare.delete(item);
      kept.push([item, wanted]);
      return false;
    });
    return { kept, missing, spare };
  }

  /** The cards that a view shows, pile by pile, bottom first. @returns {Wanted[]} */
  wanted() {
    return this.view.piles.flatMap((pile) => {
      const total = depth(pile);
      if (pile.group === "S") return total ? [{ pile: "S", index: 0, text: null }] : [];
      const first = Math.max(0, total - (this.layout.places.get(pile.name)?.show ?? 2));
      return Array.from({ length: total - first }, (_, offset) => first + offset).map((index) => ({
        pile: pile.name, index, text: index < pile.hidden ? null : pile.cards[index - pile.hidden],
      }));
    });
  }

  /** A card that was not shown before: it starts where it came from. @param {Wanted} wanted @param {Origins} origins */
  enter(wanted, origins) {
    const item = makeCard(this.root, wanted.text);
    const from = origins.source(wanted);
    Object.assign(item, this.placeIn(from || wanted.pile, from ? Infinity : wanted.index));
    item.pile = from || wanted.pile;
    item.index = wanted.index;
    return item;
  }

  /**
   * A card that is no longer shown: it goes where it went, and lies there until all have come to rest.
   * @param {Item} item @param {string|null} to a pile; null: it is only covered @param {Flight} flight
   */
  leave(item, to, flight) {
    this.leaving.add(item);
    const end = this.placeIn(to || item.pile, to ? Infinity : item.index);
    const above = to && item.text ? this.pile(to).cards.lastIndexOf(item.text) + 1 : 0;
    item.pile = to || item.pile;
    const landed = () => {
      if (to === "S") this.gone(item);
      this.landed(item.pile);
    };
    if (!moveTo(item, end.x, end.y, to ? above : item.z, { ...flight, closes: to === "S" }, landed) && to === "S") this.gone(item);
  }

  /** @param {Item} item that was leaving */
  gone(item) {
    stop(item);
    item.el.remove();
    this.leaving.delete(item);
  }

  /** @param {Item} item @param {Wanted} wanted @param {Flight} flight */
  settle(item, wanted, flight) {
    item.pile = wanted.pile;
    item.index = wanted.index;
    if (showFace(item, wanted.text)) flip(item, flight.duration, flight.delay);
    if (item.held) return;
    const { x, y } = this.placeIn(wanted.pile, wanted.index);
    moveTo(item, x, y, wanted.index + 1, flight, () => this.landed(item.pile));
  }

  /** Where a card of a pile lies, px; Infinity is the place after the last. @param {string} name @param {number} index */
  placeIn(name, index) {
    const place = this.layout.places.get(name);
    const pile = this.piles.get(name);
    if (!place || !pile) return { x: 0, y: 0 };
    const { dx, dy } = cardOffset(pile, place, Math.min(index, Math.max(0, depth(pile) - 1)));
    return { x: place.x + dx, y: place.y + dy };
  }

  /** What a pile covers on the screen, px. @param {string} name */
  extent(name) {
    const first = this.layout.places.get(name);
    const pile = this.piles.get(name);
    if (!first || !pile) return { left: 0, top: 0, right: 0, bottom: 0 };
    const last = this.placeIn(name, Infinity);
    const { w, h } = this.layout;
    return {
      left: Math.min(first.x, last.x), top: first.y, right: Math.max(first.x, last.x) + w, bottom: Math.max(first.y, last.y) + h,
    };
  }

  /**
   * The pile and card under a point of the board.
   * @param {number} x px @param {number} y px
   * @returns {{pile: string, index: number}|null}
   */
  hit(x, y) {
    const { w, h } = this.layout;
    const at = (/** @type {{x: number, y: number}} */ place) => x >= place.x && x < place.x + w && y >= place.y && y < place.y + h;
    const under = this.items.filter((item) => !item.held && at(item)).sort((a, b) => b.z - a.z)[0];
    if (under) return { pile: under.pile, index: under.pile === "S" ? depth(this.pile("S")) - 1 : under.index };
    for (const [name, place] of this.layout.places) if (at(place)) return { pile: name, index: -1 };
    return null;
  }

  /** @param {string} name @returns {Pile} */
  pile(name) {
    return /** @type {Pile} */ (this.piles.get(name));
  }

  /** The shown cards of a pile from an index up. @param {string} name @param {number} index */
  itemsFrom(name, index) {
    return this.items.filter((item) => item.pile === name && item.index >= index).sort((a, b) => a.index - b.index);
  }

  /** Mark piles: ``kind`` is a class such as target, hint. @param {string} kind @param {string[]} names */
  mark(kind, names) {
    for (const [name, slot] of this.places.slots) slot.classList.toggle(kind, names.includes(name) && !depth(this.pile(name)));
    for (const item of this.items) {
      const top = item.index === depth(this.pile(item.pile)) - 1 || item.pile === "S";
      item.el.classList.toggle(kind, top && names.includes(item.pile));
    }
  }

  /** Mark the last cards of a pile. @param {string} kind @param {string|null} name @param {number} count */
  markRun(kind, name, count) {
    const first = name ? depth(this.pile(name)) - count : 0;
    for (const item of this.items) {
      item.el.classList.toggle(kind, item.pile === name && (item.index >= first || name === "S"));
    }
    for (const [slotName, slot] of this.places.slots) slot.classList.toggle(kind, slotName === name && name === "S");
  }
}

/** Whether two views show the same piles. @param {View} one @param {View} other */
function isSame(one, other) {
  return one.piles.length === other.piles.length && one.piles.every(({ name, hidden, cards }, order) => {
    const pile = other.piles[order];
    return pile.name === name && pile.hidden === hidden && pile.cards.length === cards.length && pile.cards.every((card, index) => card === cards[index]);
  });
}
