/** The player's results, in one line on the panel at the end of a game. */

import { call } from "./api.js";
import { setting } from "./settings.js";
import { say } from "./words.js";

const line = /** @type {HTMLElement} */ (document.querySelector("#ending [data-results]"));
const words = /** @type {HTMLElement} */ (line.querySelector("span"));
let asked = 0; // the answer to an older question comes too late

/** Show them after a win, unless the player has hidden them. @param {import("./types.js").TableAnswer} answer */
export async function showResults(answer) {
  asked += 1;
  line.hidden = true;
  if (answer.state !== "won" || !setting("results")) return;
  const mine = asked;
  const text = uncounted(answer) || (await figures(answer.full_name));
  if (mine !== asked || !text) return;
  words.textContent = text;
  line.hidden = false;
}

/** Why this win does not count, if so. @param {import("./types.js").TableAnswer} answer */
function uncounted(answer) {
  if (answer.uncounted) return say(`uncounted-${answer.uncounted}`);
  return answer.result === "given up" ? say("given-up-first") : "";
}

/** @param {string} game */
async function figures(game) {
  const { figures: found } = await call("GET", `/results/${game}`).catch(() => ({}));
  return found ? say("results-line", { won: found.won, played: found.played, streak: found.streak, best: found.best_streak }) : "";
}
