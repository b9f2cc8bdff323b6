/** The panel at the end of a game: won, stuck or given up, and what can be done now. */

import { clockText } from "./timer.js";
import { showResults } from "./results.js";
import { isUnderWay } from "./types.js";
import { say } from "./words.js";

const panel = /** @type {HTMLElement} */ (document.getElementById("ending"));

export class Ending {
  constructor() {
    this.shown = ""; // the end that the panel tells of
    this.closed = ""; // the end whose panel the player has closed
    panel.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (!target.closest("[data-close]")) return;
      this.closed = this.shown;
      this.hide();
    });
  }

  /** @param {import("./types.js").TableAnswer} answer */
  show(answer) {
    this.shown = `${answer.id} ${answer.seq} ${answer.state}`;
    this.open(answer.state !== "playing" && this.closed !== this.shown);
    panel.dataset.state = answer.state;
    if (panel.hidden) return;
    /** @type {HTMLElement} */ (panel.querySelector("h2")).textContent = say(`state-${answer.state}`);
    const own = say(`${isUnderWay(answer) ? "board-" : ""}${endOf(answer)}-text`, { moves: answer.moves_made });
    const time = answer.result && answer.seconds !== null ? ` ${say("time-is", { time: clockText(answer.seconds) })}` : "";
    const text = answer.moves_made ? own + time : answer.message || own; // a deal without a first move says so
    /** @type {HTMLElement} */ (panel.querySelector("p")).textContent = text;
    this.showBoard(answer);
    showResults(answer);
    for (const part of panel.querySelectorAll("[data-replay]")) {
      /** @type {HTMLElement} */ (part).hidden = !answer.result || (part.matches("button") && !answer.shareable);
      if (part instanceof HTMLAnchorElement) part.href = `/replay/${answer.id}/`;
    }
    for (const part of panel.querySelectorAll("[data-when]")) {
      const when = (/** @type {HTMLElement} */ (part).dataset.when || "").split(",");
      /** @type {HTMLElement} */ (part).hidden = !when.includes(answer.state);
    }
  }

  /** The way to the board of the day that is on the table. @param {import("./types.js").TableAnswer} answer */
  showBoard(answer) {
    const link = /** @type {HTMLAnchorElement} */ (panel.querySelector("[data-board]"));
    const another = /** @type {HTMLElement} */ (panel.querySelector("[data-command='another']"));
    link.hidden = !answer.daily;
    another.classList.toggle("main", !answer.daily); // one main way on
    if (answer.daily) link.href = `/daily/${answer.daily}/${answer.full_name}/`;
  }

  hide() {
    this.open(false);
  }

  /** Open or close the panel; the page's style makes room for it by the class. @param {boolean} wide */
  open(wide) {
    const focused = !wide && panel.querySelector(":focus-visible"); // by keyboard
    panel.hidden = !wide;
    document.body.classList.toggle("ended", wide);
    if (focused) /** @type {HTMLElement|null} */ (document.querySelector("button.pile:not([tabindex='-1'])"))?.focus(); // what is hidden can't keep it
  }
}

/** The state, or "no move" where no stock could bring one. @param {import("./types.js").TableAnswer} answer */
function endOf(answer) {
  const turns = answer.view.piles.some((pile) => pile.group === "S");
  return answer.state === "stuck" && !turns && !isUnderWay(answer) ? "no move" : answer.state;
}
