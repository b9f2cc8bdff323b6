/** Which game a table page begins with. */

import { PATIENT, Unreachable, callOnce, pause } from "./api.js";
import { keptAnswers } from "./kept.js";
import { setting } from "./settings.js";

/** @typedef {import("./types.js").TableAnswer} TableAnswer */

/** What the page says of its game; the page that stands in for it when the server can't be reached says nothing. */
export const page = document.body.dataset;
if (!page.game) [, , page.game, page.number = ""] = location.pathname.split("/").map(decodeURIComponent);

/** The game to begin with; while the server can't be reached, the one kept in this browser, if there is one. */
export async function firstAnswer() {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await wantedAnswer().catch((error) => {
      if (error instanceof Unreachable) return null;
      throw error;
    });
    const known = answer || keptAnswers().find(location.hash ? isNamed : isWanted);
    if (known) return known;
    await pause(attempt);
  }
}

/**
 * The game to go on with: the one in the address, else the newest unfinished one of this deal, else a new one.
 * Throws Unreachable. @returns {Promise<TableAnswer>}
 */
async function wantedAnswer() {
  const [name, ...options] = (page.game || "").split(":");
  const known = location.hash.slice(1);
  if (known) {
    const answer = await callOnce("GET", `/tables/${known}`).catch((error) => {
      if (error instanceof Unreachable) throw error;
    });
    if (answer && answer.full_name === page.game) return answer;
  }
  const mine = await callOnce("GET", "/tables");
  const wanted = (mine.tables || mine).find(isWanted);
  if (wanted) return callOnce("GET", `/tables/${wanted.id}`);
  return create(name, options, page.number || "", !page.number && setting("winnable"));
}

/** Whether the address names a game. @param {TableAnswer} table */
function isNamed(table) {
  return table.full_name === page.game && location.hash === `#${table.id}`;
}

/** Whether a game may be gone on with on this page. @param {{full_name: string, state: string, number: number|string|null, daily?: any}} table */
function isWanted(table) {
  return table.full_name === page.game && table.state === "playing" && !table.daily && (!page.number || String(table.number) === page.number);
}

/** @param {string} game @param {string[]} options @param {string} number @param {boolean} winnable */
export function create(game, options, number, winnable) {
  return callOnce("POST", "/tables", { game, options, ...(number ? { number } : {}), winnable }, winnable ? PATIENT : undefined);
}
