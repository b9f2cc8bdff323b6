/** Which game a table page begins with. */

import { PATIENT, Unreachable, callOnce, pause } from "./api.js";
import { keptAnswers } from "./kept.js";
import { setting } from "./settings.js";
import { hush, tell } from "./speak.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").TableAnswer} TableAnswer */

const SAID = "winnable.said"; // what the server said of a deal, for the page that shows it
const SOON = 400; // ms in which most winnable deals are there

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
export async function create(game, options, number, winnable) {
  const looking = winnable ? window.setTimeout(() => tell(say("looking"), 20000), SOON) : 0;
  try {
    return await callOnce("POST", "/tables", { game, options, ...(number ? { number } : {}), winnable }, winnable ? PATIENT : undefined);
  } finally {
    clearTimeout(looking);
    hush();
  }
}

/** Go to the page of a new game, which says what was said of it here. @param {TableAnswer} answer */
export function goTo(answer) {
  try {
    sessionStorage.setItem(SAID, JSON.stringify({ id: answer.id, message: answer.message || "" }));
  } catch {
    // A browser that keeps nothing still deals.
  }
  location.assign(`/play/${answer.full_name}/#${answer.id}`);
}

/** What was said of a game on the page before; once. @param {string} id of the table */
export function saidBefore(id) {
  try {
    const said = JSON.parse(sessionStorage.getItem(SAID) || "{}");
    sessionStorage.removeItem(SAID);
    return said.id === id ? String(said.message) : "";
  } catch {
    return "";
  }
}
