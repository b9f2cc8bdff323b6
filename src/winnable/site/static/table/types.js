/**
 * The shapes that the table API sends (docs/api.md). Only types: nothing runs here.
 *
 * @typedef {{name: string, group: "F"|"T"|"R"|"W"|"S", hidden: number, cards: string[], next: string|null,
 *   suit: string|null, limit: number, note: string|null}} Pile
 * @typedef {{piles: Pile[], base: string|null, pass: number, passes: number|null,
 *   turn: "deal"|"recycle"|"none", supermove: number|null}} View
 * @typedef {{kind: string, source: string, target: string, cards: string[], count: number}} GameEvent
 * @typedef {{move: string, idle: boolean, events: GameEvent[]}} Foretold
 * @typedef {{id: string, seq: number, game: string, options: string[], full_name: string, title: string,
 *   number: number|string|null, daily: string|null, state: "playing"|"won"|"stuck"|"given up", can_undo: boolean, can_redo: boolean,
 *   moves_made: number, result: string, shareable: boolean, uncounted: string|null, seconds: number|null, settings: Object<string, any>, view: View, did: GameEvent[], moves: Foretold[],
 *   clicks: Object<string, Object<string, string>>, message: string|null}} TableAnswer
 * @typedef {{do: string, move?: string, pile?: string, count?: number, seconds?: number}} Step
 * @typedef {{source: string, target: string, count: number}} Move
 * @typedef {{x: number, y: number, fan: "down"|"right"|"none", step: number, hiddenStep: number,
 *   show: number}} Place  where a pile lies (px), how its cards fan, and how many of them are shown
 * @typedef {{w: number, h: number, form: string, places: Map<string, Place>, height: number}} Layout
 */

/**
 * A move from its text: `T3-F1`, `T1-T4x3`, `S`.
 * @param {string} text
 * @returns {Move}
 */
export function readMove(text) {
  if (text === "S") return { source: "S", target: "S", count: 0 };
  const [source, rest] = text.split("-");
  const [target, count] = rest.split("x");
  return { source, target, count: Number(count || 1) };
}

/**
 * The text of a move.
 * @param {string} source @param {string} target @param {number} count
 */
export function moveText(source, target, count) {
  return `${source}-${target}${count > 1 ? `x${count}` : ""}`;
}

/** Whether a table is a counted attempt at a board of the day that has no result yet. @param {TableAnswer} answer */
export function isUnderWay(answer) {
  return Boolean(answer.daily) && answer.number === null;
}

/** @param {View} view @param {string} name @returns {Pile} */
export function pileOf(view, name) {
  return /** @type {Pile} */ (view.piles.find((pile) => pile.name === name));
}

/** How many cards lie on a pile, face down ones included. @param {Pile} pile */
export function depth(pile) {
  return pile.hidden + pile.cards.length;
}
