/** The forms in which each family of games may lie on the table. */

/** @typedef {import("./types.js").View} View */
/**
 * A block stands beside other blocks and has rows of piles below each other; null is a gap of one card. The rows of
 * the group ``stretch`` share the height that is to spare, so that what follows them lies at the foot of the table.
 * @typedef {(string|null)[][]} Block
 * @typedef {{name: string, weight: number, blocks: Block[], stretch?: "T"|"R"}} Form
 */

const row = (/** @type {string} */ group, /** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${group}${from + index}`);
const square = [row("F", 1, 2), row("F", 3, 4)];
const turned = [["S"], ["W"]];
const pairs = [1, 3, 5, 7, 9, 11, 13, 15].map((from) => row("F", from, from + 1));

/** @type {Object<string, Form[]>} */
export const FORMS = {
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
    { name: "low", weight: 1, stretch: "T", blocks: [[row("F", 1, 4), row("T", 1, 7), ["S", "W", null, null]]] },
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
    { name: "grid", weight: 0.85, stretch: "R", blocks: [pairs, [row("R", 1, 3), row("R", 4, 6), ["R7", "R8", "S"]]] },
    { name: "tall", weight: 0.9, stretch: "R", blocks: [[row("F", 1, 8), row("F", 9, 16), row("R", 1, 8), ["S"]]] },
    { name: "wide", weight: 1, stretch: "R", blocks: [[["S"]], [row("R", 1, 8)], [1, 5, 9, 13].map((from) => row("F", from, from + 3))] },
  ],
  four: [
    { name: "tall", weight: 0.9, stretch: "R", blocks: [[row("F", 1, 4), row("R", 1, 4), ["S"]]] },
    { name: "wide", weight: 1, stretch: "R", blocks: [[["S"]], [row("F", 1, 4), row("R", 1, 4)]] },
    { name: "flat", weight: 0.9, stretch: "R", blocks: [[["S"]], [row("R", 1, 4)], square] },
  ],
};

const FORMS_OF = /** @type {Object<string, string>} */ ({
  czarina: "seasons", "four-seasons": "seasons", canfield: "canfield", klondike: "klondike", chessboard: "chessboard",
  fortress: "chessboard", lasker: "chessboard", "castles-end": "castles",
});

/** How deep a pile is taken to be at least, so that cards don't change size at every move. */
export const FLOORS = /** @type {Object<string, number>} */ ({ seasons: 4, canfield: 8, klondike: 10, chessboard: 9, castles: 9, sixteen: 5, four: 5 });

/** @param {View} view @param {string} game */
export function familyOf(view, game) {
  const foundations = view.piles.filter((pile) => pile.group === "F").length;
  return FORMS_OF[game] || (foundations > 4 ? "sixteen" : "four");
}
