/** Where the piles lie: for each game a few forms, of which the one with the largest cards is taken. */

import { FLOORS, FORMS, familyOf } from "./forms.js";
import { depth } from "./types.js";

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").Pile} Pile */
/** @typedef {import("./types.js").Layout} Layout @typedef {import("./types.js").Place} Place */
/** @typedef {import("./forms.js").Block} Block @typedef {import("./forms.js").Form} Form */
export const RATIO = 1.4; // card height to width
const STRIP = 0.42; // of the width: shows rank and suit
const COMFORT = 0.52; // the widest fan of large cards
const FINGER = 28; // px: the widest fan of small cards, so that a finger hits the one it means
const WIDEST = 0.62; // of the width: the widest fan of the smallest cards, before much of the pip is seen
const ASIDE = 0.8; // of the width: shows rank and suit of a card that is covered from the side
const HIDDEN_STRIP = 0.17;
const LARGEST = 122;
const SMALLEST = 18;
const MARGIN = 8; // px
const STAY = 1.15; // how much larger cards must become for another form: a table that rearranges itself is a nuisance
const NARROW = 480; // px: a table on which every pixel across is wanted

/**
 * Lay out the piles of a view in an area.
 * @param {View} view @param {string} game name without options
 * @param {number} width px @param {number} height px @param {boolean} mirror for the left hand
 * @param {string} before the form in which they lie now, or ""
 * @returns {Layout}
 */
export function arrange(view, game, width, height, mirror, before) {
  const family = familyOf(view, game);
  const table = new Area(view, FLOORS[family], family === "sixteen" || family === "four", width, height);
  let best = { form: FORMS[family][0], w: 0, score: -1 };
  for (const form of FORMS[family]) {
    const w = table.largestWidth(form);
    const score = w * form.weight * (form.name === before ? STAY : 1);
    if (score > best.score) best = { form, w, score };
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
    this.aside = width < NARROW ? MARGIN / 2 : MARGIN;
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
    const across = columns * w + (columns - 1) * this.gap(w) + (form.blocks.length - 1) * this.blockGap(w) + 2 * this.aside;
    return across <= this.width && form.blocks.every((block) => this.blockHeight(block, w, STRIP) <= this.height - 2 * MARGIN);
  }

  /** Least space between cards, px. @param {number} w */
  gap(w) {
    return Math.max(3, (w - 20) * 0.12);
  }

  /** What blocks stand apart more than cards do, px. @param {number} w */
  blockGap(w) {
    return Math.max(0, (w - 30) * 0.2);
  }

  /** The widest fan step, of the width. @param {number} w */
  comfort(w) {
    return Math.max(COMFORT, Math.min(WIDEST, FINGER / w));
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
    const apart = this.blockGap(w);
    const spare = this.width - 2 * this.aside - columns * w - (form.blocks.length - 1) * apart;
    const gap = columns > 1 ? Math.min(spare / (columns - 1), Math.max(this.gap(w), w * 0.22)) : 0;
    let x = this.aside + (spare - (columns - 1) * gap) / 2;
    const places = new Map();
    for (const block of form.blocks) {
      this.placeBlock(block, form.stretch, x, w, gap, places);
      x += blockColumns(block) * (w + gap) + apart;
    }
    return { w, h: w * RATIO, form: form.name, places, height: this.height };
  }

  /**
   * @param {Block} block @param {"T"|"R"|undefined} stretch @param {number} left @param {number} w @param {number} gap
   * @param {Map<string, Place>} places filled here
   */
  placeBlock(block, stretch, left, w, gap, places) {
    const columns = blockColumns(block);
    const strip = this.stripFor(block, w);
    const air = strip === this.comfort(w) ? Math.min(10, w * 0.1) : 0;
    const more = this.toSpare(block, stretch, w, strip, air);
    let y = MARGIN;
    for (const names of block) {
      const inset = ((columns - names.length) * (w + gap)) / 2;
      const high = this.rowHeight(names, w, strip) + (stretches(names, stretch) ? more : 0);
      names.forEach((name, column) => {
        if (!name || !this.piles.has(name)) return;
        const place = this.placeOf(name, names, left + inset + column * (w + gap), y, w, strip, high);
        if (place.fan === "right") place.step = Math.min(ASIDE * w, (roomBeside(names, column) * (w + gap)) / 2);
        places.set(name, place);
      });
      y += high + this.rowGap(w) + air;
    }
  }

  /**
   * How much higher each row that stretches may be, px.
   * @param {Block} block @param {"T"|"R"|undefined} stretch @param {number} w @param {number} strip @param {number} air px between rows
   */
  toSpare(block, stretch, w, strip, air) {
    const rows = block.filter((names) => stretches(names, stretch)).length;
    const left = this.height - 2 * MARGIN - this.blockHeight(block, w, strip) - (block.length - 1) * air;
    return rows ? Math.max(0, left) / rows : 0;
  }

  /** The widest fan step that lets a block fit, of the width. @param {Block} block @param {number} w */
  stripFor(block, w) {
    const space = this.height - 2 * MARGIN;
    for (let strip = this.comfort(w); strip > STRIP; strip -= 0.01) {
      if (this.blockHeight(block, w, strip) + 10 * block.length <= space) return strip;
    }
    return STRIP;
  }

  /**
   * @param {string} name @param {(string|null)[]} names @param {number} x @param {number} y @param {number} w
   * @param {number} strip @param {number} high how high its row is, px
   * @returns {Place}
   */
  placeOf(name, names, x, y, w, strip, high) {
    const fan = this.fanOf(name, names);
    let show = fan === "none" ? 2 : Infinity;
    if (name[0] === "W") show = 3;
    if (name[0] === "R" && fan === "down") show = Math.max(1, Math.floor((high - w * RATIO) / (w * strip)) + 1);
    return { x, y, fan, step: w * strip, hiddenStep: w * HIDDEN_STRIP, show };
  }
}

/** Whether a row shares what height is to spare. @param {(string|null)[]} names @param {"T"|"R"|undefined} group */
function stretches(names, group) {
  return names.some((name) => name !== null && name[0] === group);
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
