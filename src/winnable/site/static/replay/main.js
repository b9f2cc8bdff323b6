/** The page on which a finished game is watched: the table's board, which only looks. */

import { call, connection } from "../table/api.js";
import { Board } from "../table/board.js";
import { loadDrawings } from "../table/cards.js";
import { enableClosing } from "../table/dialogs.js";
import { Keyboard } from "../table/keys.js";
import { Replay } from "../table/replay.js";
import { shareDeal, shareReplay } from "../table/share.js";
import { tell } from "../table/speak.js";
import { showStatus } from "../table/status.js";
import { say } from "../table/words.js";

/** @typedef {import("../table/types.js").View} View @typedef {import("../table/types.js").GameEvent} GameEvent */
/**
 * @typedef {{title: string, game: string, full_name: string, number: number|string, result: string, moves: number, start: number,
 *   line: string[], events: GameEvent[][], frames: View[], shared?: string|null}} Part
 */

const page = document.body.dataset;
const source = (page.source || "").replace(/^\/api/, "");

/** The whole line; the server answers it in parts. @returns {Promise<Part>} */
async function whole() {
  const all = /** @type {Part} */ (await call("GET", source));
  while (all.line.length < all.moves) {
    const part = /** @type {Part} */ (await call("GET", `${source}?start=${all.line.length}`));
    all.line.push(...part.line);
    all.events.push(...part.events);
    all.frames.push(...part.frames.slice(1));
  }
  return all;
}

/** @param {Part} game */
function open(game) {
  const board = new Board(/** @type {HTMLElement} */ (document.getElementById("board")), game.game);
  const keyboard = new Keyboard({ board, may: () => false, targets: () => [], tap: () => {}, drop: () => {}, turn: () => {}, command: () => {} });
  const answer = { number: game.number, daily: null, moves_made: 0 };
  const replay = new Replay(board, (view, moves) => {
    keyboard.follow();
    showStatus(view, answer, moves);
  }, () => {});
  replay.open(game, 0, false);
  enableSharing(game);
  document.body.dataset.ready = "true";
  Object.assign(window, { winnableReplay: { replay, board } });
}

/** @param {Part} game */
function enableSharing(game) {
  const table = page.table || "";
  const revoke = /** @type {HTMLElement|null} */ (document.querySelector("[data-command=revoke]"));
  const showRevoke = (/** @type {boolean} */ shared) => { if (revoke) revoke.hidden = !shared; };
  const commands = /** @type {Object<string, () => Promise<void>>} */ ({
    share: () => shareDeal(game),
    "share replay": () => shareReplay(table).then(() => showRevoke(true)),
    revoke: async () => {
      await call("DELETE", `/tables/${table}/share`);
      showRevoke(false);
      tell(say("shared-no-longer"));
    },
  });
  showRevoke(Boolean(game.shared));
  document.addEventListener("click", (event) => {
    const on = /** @type {HTMLElement} */ (event.target);
    const name = /** @type {HTMLElement|null} */ (on.closest("[data-command]"))?.dataset.command || "";
    if (name || !on.closest(".menu")) document.querySelector("details.menu[open]")?.removeAttribute("open");
    commands[name]?.().catch((error) => tell(error.message));
  });
}

connection.addEventListener("change", (event) => {
  const how = /** @type {CustomEvent} */ (event).detail;
  const bar = /** @type {HTMLElement} */ (document.getElementById("connection"));
  bar.hidden = how === "well";
  bar.textContent = how === "well" ? "" : say("no-connection");
});

enableClosing();
Promise.all([whole(), loadDrawings()]).then(([game]) => open(game), (error) => tell(error.message || say("no-connection"), 60000));
