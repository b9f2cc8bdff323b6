/** Watching a line: the frames one after another on the table, with play, step and stop. */

import { tempo } from "./motion.js";
import { readMove } from "./types.js";
import { pileWords, say } from "./words.js";
import { speak } from "./speak.js";

/** @typedef {import("./types.js").View} View */

const bar = /** @type {HTMLElement} */ (document.getElementById("replay"));
const label = /** @type {HTMLElement} */ (bar.querySelector("output"));

export class Replay {
  /**
   * @param {import("./board.js").Board} board
   * @param {(view: View, moves: number) => void} shown called for each frame with the moves that led to it
   * @param {() => void} ended called when the player stops watching
   */
  constructor(board, shown, ended) {
    this.board = board;
    this.shown = shown;
    this.ended = ended;
    this.before = 0; // moves that led to the line's start
    /** @type {View[]} */
    this.frames = [];
    /** @type {string[]} */
    this.line = [];
    this.at = 0;
    this.timer = 0;
    bar.addEventListener("click", (event) => this.press(/** @type {HTMLElement} */ (event.target).closest("button")?.value || ""));
  }

  get running() {
    return !bar.hidden;
  }

  /** @param {View[]} frames the start and one after each move @param {string[]} line @param {number} before moves that led to the start */
  open(frames, line, before) {
    this.frames = frames;
    this.line = line;
    this.before = before;
    bar.hidden = false;
    this.show(0);
    this.play();
  }

  /** @param {string} command */
  press(command) {
    const playing = this.timer !== 0;
    if (command) this.pause();
    if (command === "play" && !playing) this.play();
    if (command === "back") this.show(this.at - 1);
    if (command === "step") this.show(this.at + 1);
    if (command === "stop") this.close();
  }

  play() {
    const play = /** @type {HTMLElement} */ (bar.querySelector("[value=play]"));
    play.setAttribute("aria-pressed", "true");
    play.textContent = say("pause");
    this.timer = window.setInterval(() => (this.at < this.frames.length - 1 ? this.show(this.at + 1) : this.pause()), Math.max(350, tempo() * 3));
  }

  pause() {
    const play = /** @type {HTMLElement} */ (bar.querySelector("[value=play]"));
    play.setAttribute("aria-pressed", "false");
    play.textContent = say("play");
    clearInterval(this.timer);
    this.timer = 0;
  }

  /** @param {number} at */
  show(at) {
    this.at = Math.min(this.frames.length - 1, Math.max(0, at));
    this.board.show(this.frames[this.at], []);
    this.shown(this.frames[this.at], this.before + this.at);
    label.textContent = say("replay-at", { at: this.at, of: this.line.length });
    const text = this.at ? this.line[this.at - 1] : "";
    if (!text) return;
    const move = readMove(text);
    speak(text === "S" ? say("move-turn") : say("move-words", { from: pileWords(move.source), to: pileWords(move.target), count: move.count }));
  }

  close() {
    this.pause();
    bar.hidden = true;
    this.ended();
  }
}
