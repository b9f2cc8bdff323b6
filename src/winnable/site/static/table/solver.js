/** What the solver says: a hint, the lamp, and a line to watch. */

import { PATIENT, Stale, call } from "./api.js";
import { lampHasSettled, showLamp } from "./status.js";
import { setting } from "./settings.js";
import { readMove } from "./types.js";
import { capital, cardsWithin, pileWords, say } from "./words.js";
import { tell } from "./speak.js";

/** @typedef {import("./table.js").Table} Table @typedef {import("./board.js").Board} Board */

const AGAIN = 900; // ms until a busy solver is asked again
const MOST = 12; // times

/**
 * Ask for a hint, say it and mark it; once more where the game went on elsewhere.
 * @param {Table} table @param {Board} board @param {boolean} [again] @returns {Promise<void>}
 */
export async function hint(table, board, again = true) {
  await table.whenSettled();
  const seq = table.answer.seq;
  try {
    const answer = await call("POST", `/tables/${table.answer.id}/hint`, { after: seq }, PATIENT);
    if (table.answer.seq !== seq) return;
    const words = answer.move ? moveWords(board, answer.move) : "";
    tell([words, answer.text || say(`hint-${answer.kind}`)].filter(Boolean).join(" "), 7000);
    if (answer.move) markMove(board, answer.move);
    if (answer.kind === "move" || answer.kind === "lost") settle(table);
  } catch (error) {
    if (error instanceof Stale) {
      await table.refresh();
      return again ? hint(table, board, false) : undefined;
    }
    tell(/** @type {Error} */ (error).message || say("hint-unknown"));
  }
}

/** A move in words. @param {Board} board @param {string} text */
function moveWords(board, text) {
  const { source, target, count } = readMove(text);
  if (source === "S" && target === "S") return "";
  const cards = source === "S" ? say("hidden-cards", { count: 1 }) : cardsWithin(board.pile(source).cards.slice(-count));
  return capital(say("did-move", { cards, from: pileWords(source), to: pileWords(target) }));
}

/** Mark the cards of a move and where they go. @param {Board} board @param {string} text */
function markMove(board, text) {
  const move = readMove(text);
  board.markRun("hint", move.source, Math.max(1, move.count));
  board.mark("hint-target", move.source === "S" && move.target === "S" ? [] : [move.target]);
}

/** Take the marks of a hint away. @param {Board} board */
export function unmark(board) {
  board.markRun("hint", null, 0);
  board.mark("hint-target", []);
}

let lamps = 0; // times it was lit

/** Light the lamp for the position on the table, if the player wants it. @param {Table} table */
export async function light(table) {
  const mine = ++lamps;
  if (!setting("lamp") || table.answer.state !== "playing") return showLamp(null);
  showLamp("busy");
  await table.whenSettled(); // each answer lights it anew: only the last position is asked for
  for (let time = 0; time < MOST && mine === lamps; time += 1) {
    const { id, seq } = table.answer;
    const answer = await call("GET", `/tables/${id}/verdict?after=${seq}`, undefined, PATIENT).catch(() => ({ verdict: "undecided" }));
    if (mine !== lamps) return undefined;
    if (answer.verdict === "moved on") return table.refresh().catch(() => {}); // in another tab; what comes lights it again
    if (answer.verdict !== "busy") return showLamp(answer.verdict);
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
  return mine === lamps ? showLamp("undecided") : undefined;
}

/** Light the lamp anew where it could not tell: more is known now. @param {Table} table */
export function settle(table) {
  if (!lampHasSettled()) light(table);
}

/**
 * Ask whether a position could be won; null when the player has moved on meanwhile, or asked something else.
 * @param {Table} table @param {"here"|"deal"|"last winnable"} from @param {() => boolean} asked whether that is still asked
 * @returns {Promise<{verdict: string, start: number, line: string[], events: import("./types.js").GameEvent[][], frames: import("./types.js").View[]}|null>}
 */
export async function solution(table, from, asked) {
  await table.whenSettled();
  const { id, seq } = table.answer;
  const wanted = () => asked() && table.answer.id === id && table.answer.seq === seq;
  for (let time = 0; wanted(); time += 1) {
    const answer = await call("POST", `/tables/${id}/solution`, { from }, PATIENT);
    if (answer.verdict !== "busy" || time === MOST) {
      await withoutDialog();
      return wanted() ? answer : null;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
  return null;
}

/** Wait until no dialog is open. */
async function withoutDialog() {
  for (let open; (open = document.querySelector("dialog[open]"));) {
    const dialog = open;
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  }
}
