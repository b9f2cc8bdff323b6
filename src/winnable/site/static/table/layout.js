/** Where the piles lie: for each game a few forms, of which the one with the largest cards is taken. */

import { depth } from "./types.js";

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").Pile} Pile */
/** @typedef {import("./types.js").Layout} Layout @typedef {import("./types.js").Place} Place */
/**
 * A block stands beside other blocks and has rows of piles below each other; null is a gap of one card.
 * @typedef {(string|null)[][]} Block
 * @typedef {{name: string, weight: number, blocks: Block[]}} Form
 */

export const RATIO = 1.4; // card height to width
const STRIP = 0.42; // of the width: shows rank and suit
const COMFORT = 0.52; // the widest fan
const ASIDE = 0.8; // of the width: shows rank and suit of a card that is covered from the side
const HIDDEN_STRIP = 0.17;
const LARGEST = 122;
const SMALLEST = 18;
const MARGIN = 8;

const row = (/** @type {string} */ group, /** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${group}${from + index}`);
const square = [row("F", 1, 2), row("F", 3, 4)];
const turned = [["S"], ["W"]];

/** @type {Object<string, Form[]>} */
const FORMS = {
  seasons: [
    { name: "cross", weight: 1, blocks: [turned, [["F1", "T1", "F2"], row("T", 2, 4), ["F3", "T5", "F4"]]] },
    { name: "cross-tall", weight: 1, blocks: [[["F1", "T1", "F2"], row("T", 2, 4), ["F3", "T5", "F4"], ["S", "W", null]]] },
    { name: "flat", weight: 0.55, blocks: [turned, [row("T", 1, 5)], square] },
  ],
  canfield: [
    { name: "tall", weight: 1, blocks: [[["R1"], ["S"], ["W"]], [row("F", 1, 4), row("T", 1, 4)]] },
    { name: "flat", weight: 0.9, blocks: [turned, [["R1"]], [row("T", 1, 4)], square] },
  ],
  klondike: [
    { name: "tall", weight: 1, blocks: [[["S", "W", null, null, ...row("F", 1, 4)], row("T", 1, 7)]] },
    { name: "low", weight: 1, blocks: [[row("F", 1, 4), row("T", 1, 7), ["S", "W", null, null]]] },
    { name: "flat", weight: 0.9, blocks: [turned, [row("T", 1, 7)], square] },
  ],
  chessboard: [
    { name: "tall", weight: 1, blocks: [[row("F", 1, 4), row("T", 1, 10)]] },
    { name: "flat", weight: 0.9, blocks: [[row("T", 1, 10)], square] },
    { name: "two-rows", weight: 0.7, blocks: [[row("F", 1, 4), row("T", 1, 5), row("T", 6, 10)]] },
  ],
  castles: [
    { name: "tall", weight: 1, blocks: [[["R1", "R2", null, ...row("F", 1, 4)], row("T", 1, 10)]] },
    { name: "flat", weight: 0.9, blocks: [[["R1"], ["R2"]], [row("T", 1, 10)], square] },
    { name: "two-rows", weight: 0.7, blocks: [[["R1", "R2", null, ...row("F", 1, 4)], row("T", 1, 5), row("T", 6, 10)]] },
  ],
  sixteen: [
    { name: "tall", weight: 0.9, blocks: [[row("F", 1, 8), row("F", 9, 16), row("R", 1, 8), ["S"]]] },
    { name: "wide", weight: 1, blocks: [[["S"]], [row("R", 1, 8)], [1, 5, 9, 13].map((from) => row("F", from, from + 3))] },
  ],
  four: [
    { name: "tall", weight: 0.9, blocks: [[row("F", 1, 4), row("R", 1, 4), ["S"]]] },
    { name: "wide", weight: 1, blocks: [[["S"]], [row("F", 1, 4), row("R", 1, 4)]] },
    { name: "flat", weight: 0.9, blocks: [[["S"]], [row("R", 1, 4)], square] },
  ],
};

const FORMS_OF = /** @type {Object<string, string>} */ ({
  czarina: "seasons", "four-seasons": "seasons", canfield: "canfield", klondike: "klondike", chessboard: "chessboard",
  fortress: "chessboard", lasker: "chessboard", "castles-end": "castles",
});

/** How deep a pile is taken to be at least, so that cards don't change size at every move. */
const FLOORS = /** @type {Object<string, number>} */ ({ seasons: 4, canfield: 8, klondike: 10, chessboard: 9, castles: 9, sixteen: 5, four: 5 });

/** @param {View} view @param {string} game */
function familyOf(view, game) {
  const foundations = view.piles.filter((pile) => pile.group === "F").length;
  return FORMS_OF[game] || (foundations > 4 ? "sixteen" : "four");
}

/**
 * Lay out the piles of a view in an area.
 * @param {View} view @param {string} game name without options
 * @param {number} width px @param {number} height px @param {boolean} mirror for the left hand
 * @returns {Layout}
 */
export function arrange(view, game, width, height, mirror) {
  const family = familyOf(view, game);
  const table = new Area(view, FLOORS[family], family === "sixteen" || family === "four", width, height);
  let best = { form: FORMS[family][0], w: 0, score: -1 };
  for (const form of FORMS[family]) {
    const w = table.largestWidth(form);
    if (w * form.weight > best.score) best = { form, w, score: w * form.weight };
  }
  const layout = table.place(best.form, best.w);
  return mirror ? mirrored(layout, width) : layout;
}

/** @param {Layout} layout @param {number} width */
function mirrored(layout, width) {
  for (const place of layout.places.values()) {
    place.x = width - place.x - layout.w - (place.fan === "right" ? 2 * place.step : 0);
  }
  return layout;
}

class Area {
  /**
   * @param {View} view @param {number} floor least depth of a fanned pile, cards
   * @param {boolean} squash whether reserves too deep to fan show only their last cards
   * @param {number} width px @param {number} height px
   */
  constructor(view, floor, squash, width, height) {
    this.piles = new Map(view.piles.map((pile) => [pile.name, pile]));
    this.floor = floor;
    this.squash = squash;
    this.width = width;
    this.height = height;
  }

  /** The largest card width (px) at which a form fits. @param {Form} form */
  largestWidth(form) {
    let [fitting, most] = [SMALLEST, LARGEST];
    while (fitting < most) {
      const w = Math.ceil((fitting + most) / 2);
      if (this.fits(form, w)) fitting = w;
      else most = w - 1;
    }
    return fitting;
  }

  /** @param {Form} form @param {number} w */
  fits(form, w) {
    const columns = form.blocks.reduce((sum, block) => sum + blockColumns(block), 0);
    const across = columns * w + (columns - 1) * this.gap(w) + 2 * MARGIN;
    return across <= this.width && form.blocks.every((block) => this.blockHeight(block, w, STRIP) <= this.height - 2 * MARGIN);
  }

  /** Least space between cards, px. @param {number} w */
  gap(w) {
    return Math.max(3, w * 0.06);
  }

  /** @param {Block} block @param {number} w @param {number} strip of the width */
  blockHeight(block, w, strip) {
    const rows = block.reduce((sum, names) => sum + this.rowHeight(names, w, strip), 0);
    return rows + (block.length - 1) * this.rowGap(w);
  }

  /** @param {number} w */
  rowGap(w) {
    return this.gap(w) + Math.max(4, w * 0.06);
  }

  /** @param {(string|null)[]} names @param {number} w @param {number} strip */
  rowHeight(names, w, strip) {
    const fans = names.map((name) => (name ? this.fanCards(name, names) : { shown: 0, hidden: 0 }));
    const tallest = Math.max(...fans.map((fan) => Math.max(0, fan.shown - 1) * strip + fan.hidden * HIDDEN_STRIP));
    return w * (RATIO + tallest);
  }

  /** How many cards of a pile the row must leave space for. @param {string} name @param {(string|null)[]} names */
  fanCards(name, names) {
    const pile = this.piles.get(name);
    if (!pile || this.fanOf(name, names) !== "down") return { shown: 1, hidden: 0 };
    if (pile.group === "W") return { shown: 3, hidden: 0 };
    if (pile.group === "R") return { shown: this.floor, hidden: 0 };
    const shown = Math.max(pile.cards.length, this.floor - Math.floor(pile.hidden / 2));
    return { shown, hidden: pile.cards.length ? pile.hidden : 0 };
  }

  /**
   * How a pile's cards spread: the tableau down, the waste to the side where the row has room.
   * @param {string} name @param {(string|null)[]} names @returns {"down"|"right"|"none"}
   */
  fanOf(name, names) {
    if (name[0] === "T" || (name[0] === "R" && this.squash)) return "down";
    if (name[0] === "W") return names[names.indexOf("W") + 1] === null ? "right" : "down";
    return "none";
  }

  /** @param {Form} form @param {number} w @returns {Layout} */
  place(form, w) {
    const columns = form.blocks.reduce((sum, block) => sum + blockColumns(block), 0);
    const spare = this.width - 2 * MARGIN - columns * w;
    const gap = columns > 1 ? Math.min(spare / (columns - 1), Math.max(this.gap(w), w * 0.22)) : 0;
    let x = (this.width - columns * w - (columns - 1) * gap) / 2;
    const places = new Map();
    for (const block of form.blocks) {
      this.placeBlock(block, x, w, gap, places);
      x += blockColumns(block) * (w + gap);
    }
    return { w, h: w * RATIO, form: form.name, places, height: this.height };
  }

  /**
   * @param {Block} block @param {number} left @param {number} w @param {number} gap
   * @param {Map<string, Place>} places filled here
   */
  placeBlock(block, left, w, gap, places) {
    const columns = blockColumns(block);
    const space = this.height - 2 * MARGIN;
    const strip = this.stripFor(block, w, space);
    let y = MARGIN;
    for (const names of block) {
      const inset = ((columns - names.length) * (w + gap)) / 2;
      names.forEach((name, column) => {
        if (!name || !this.piles.has(name)) return;
        const place = this.placeOf(name, names, left + inset + column * (w + gap), y, w, strip, block);
        if (place.fan === "right") place.step = Math.min(ASIDE * w, (roomBeside(names, column) * (w + gap)) / 2);
        places.set(name, place);
      });
      y += this.rowHeight(names, w, strip) + this.rowGap(w) + (strip === COMFORT ? Math.min(10, w * 0.1) : 0);
      if (names.some((name) => name && name[0] === "R") && this.squash) y = this.height - MARGIN - this.below(block, names, w, strip);
    }
  }

  /** The widest fan step that lets a block fit, of the width. @param {Block} block @param {number} w @param {number} space */
  stripFor(block, w, space) {
    for (let strip = COMFORT; strip > STRIP; strip -= 0.01) {
      if (this.blockHeight(block, w, strip) + 10 * block.length <= space) return strip;
    }
    return STRIP;
  }

  /**
   * @param {string} name @param {(string|null)[]} names @param {number} x @param {number} y @param {number} w
   * @param {number} strip @param {Block} block @returns {Place}
   */
  placeOf(name, names, x, y, w, strip, block) {
    const fan = this.fanOf(name, names);
    const pile = /** @type {Pile} */ (this.piles.get(name));
    let show = fan === "none" ? 2 : Infinity;
    if (pile.group === "W") show = 3;
    if (pile.group === "R" && fan === "down") show = this.reserveShow(names, y, w, strip, block);
    return { x, y, fan, step: w * strip, hiddenStep: w * HIDDEN_STRIP, show };
  }

  /** How many cards of a deep reserve fit, to the block's next row or the bottom. */
  reserveShow(/** @type {(string|null)[]} */ names, /** @type {number} */ y, /** @type {number} */ w,
    /** @type {number} */ strip, /** @type {Block} */ block) {
    const taken = this.below(block, names, w, strip);
    const space = this.height - MARGIN - y - taken - (taken ? this.rowGap(w) : 0) - w * RATIO;
    return Math.max(1, Math.floor(space / (w * strip)) + 1);
  }

  /** The height of the rows below a row, px. @param {Block} block @param {(string|null)[]} names @param {number} w @param {number} strip */
  below(block, names, w, strip) {
    const rows = block.slice(block.indexOf(names) + 1);
    return rows.reduce((sum, next) => sum + this.rowHeight(next, w, strip), 0) + Math.max(0, rows.length - 1) * this.rowGap(w);
  }
}

/** How many gaps follow a pile in its row. @param {(string|null)[]} names @param {number} column */
function roomBeside(names, column) {
  const after = names.slice(column + 1);
  const next = after.findIndex((name) => name !== null);
  return next < 0 ? after.length : next;
}

/** @param {Block} block */
function blockColumns(block) {
  return Math.max(...block.map((names) => names.length));
}

/**
 * Where the card at an index of a pile lies, relative to the pile's place, px.
 * @param {Pile} pile @param {Place} place @param {number} index counted from the bottom, face-down cards included
 */
export function cardOffset(pile, place, index) {
  const total = depth(pile);
  const first = Math.max(0, total - place.show);
  const along = Math.max(0, index - first);
  if (place.fan === "none") return { dx: 0, dy: 0 };
  if (place.fan === "right") return { dx: along * place.step, dy: 0 };
  const hidden = Math.max(0, Math.min(index, pile.hidden) - first);
  return { dx: 0, dy: hidden * place.hiddenStep + Math.max(0, along - hidden) * place.step };
}
