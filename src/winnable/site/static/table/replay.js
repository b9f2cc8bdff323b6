/** Watching a line: its frames one after another on the table, by buttons, by a slider, by keyboard or by itself. */

import { tempo } from "./motion.js";
import { readMove } from "./types.js";
import { eventsWords, pileWords, say } from "./words.js";
import { speak } from "./speak.js";

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").GameEvent} GameEvent */
/** A line: the start and one frame after each move. @typedef {{frames: View[], line: string[], events?: GameEvent[][]}} Line */

const PACES = /** @type {Object<string, number>} */ ({ slow: 1800, normal: 800, fast: 300 }); // ms a move
const KEYS = /** @type {Object<string, string>} */ ({ Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "step", End: "last", Escape: "stop" });

const bar = /** @type {HTMLElement} */ (document.getElementById("replay"));
const label = /** @type {HTMLElement} */ (bar.querySelector("output"));
const slider = /** @type {HTMLInputElement} */ (bar.querySelector("[name=at]"));
const pace = /** @type {HTMLSelectElement} */ (bar.querySelector("[name=pace]"));
const button = (/** @type {string} */ value) => /** @type {HTMLButtonElement|null} */ (bar.querySelector(`button[value=${value}]`));

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
    /** @type {Line} */
    this.line = { frames: [], line: [] };
    this.at = 0;
    this.timer = 0;
    bar.addEventListener("click", (event) => this.press(/** @type {HTMLElement} */ (event.target).closest("button")?.value || ""));
    slider.addEventListener("input", () => this.jump(Number(slider.value)));
    pace.addEventListener("change", () => this.timer && this.play());
    window.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  get running() {
    return !bar.hidden;
  }

  /** Show a line and watch it. @param {Line} line @param {number} before moves that led to the start @param {boolean} [watch] whether it runs by itself at once */
  open(line, before, watch = true) {
    this.line = line;
    this.before = before;
    slider.max = String(line.line.length);
    this.reveal(true);
    this.pause();
    this.show(0);
    if (watch) this.play();
  }

  /** Bring the keyboard here. */
  focus() {
    button("play")?.focus();
  }

  /** @param {string} command */
  press(command) {
    const playing = this.timer !== 0;
    if (command) this.pause();
    if (command === "play" && !playing) this.play();
    if (command === "first") this.jump(0);
    if (command === "back") this.jump(this.at - 1);
    if (command === "step") this.step();
    if (command === "last") this.jump(this.line.line.length);
    if (command === "stop") this.close();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const on = /** @type {HTMLElement} */ (event.target);
    const command = KEYS[event.key];
    if (!this.running || !command || !button(command) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (on.closest("dialog, select, input, textarea, .sheet")) return; // they have a use for these keys themselves
    if (event.key === " " && on.closest("button:not(.pile), a, summary")) return;
    if (event.key.startsWith("Arrow") && on.closest(".pile")) return; // from pile to pile
    event.preventDefault();
    event.stopPropagation();
    this.press(command);
  }

  play() {
    clearInterval(this.timer);
    if (this.at === this.line.line.length) this.show(0);
    this.timer = window.setInterval(() => this.tick(), Math.max(PACES[pace.value], tempo() * 1.3));
    this.showButtons();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.showButtons();
  }

  tick() {
    this.step();
    if (this.at === this.line.line.length) this.pause();
  }

  /** A move on, told in words. */
  step() {
    const { line, events } = this.line;
    if (this.at >= line.length) return;
    const happened = (events && events[this.at]) || [];
    this.show(this.at + 1, happened);
    speak(happened.length ? eventsWords(happened) : moveWords(line[this.at - 1]));
  }

  /** To any place of the line, told by its number. @param {number} at */
  jump(at) {
    this.pause();
    this.show(at);
    speak(label.textContent || "");
  }

  /** @param {number} at @param {GameEvent[]} [events] that led there */
  show(at, events = []) {
    const { frames, line } = this.line;
    this.at = Math.min(line.length, Math.max(0, at));
    this.board.show(frames[this.at], events);
    this.shown(frames[this.at], this.before + this.at);
    label.textContent = say("replay-at", { at: this.at, of: line.length });
    slider.value = String(this.at);
    slider.setAttribute("aria-valuetext", label.textContent);
    this.showButtons();
  }

  showButtons() {
    const play = button("play");
    play?.classList.toggle("playing", this.timer !== 0);
    play?.setAttribute("aria-label", say(this.timer ? "pause" : "play"));
  }

  close() {
    this.leave();
    this.ended();
  }

  /** Stop, where the table shows something else already. */
  leave() {
    this.pause();
    this.reveal(false);
  }

  /** Show or hide the bar; the page's style makes room for it by the class. @param {boolean} wanted */
  reveal(wanted) {
    bar.hidden = !wanted;
    document.body.classList.toggle("watching", wanted);
  }
}

/** @param {string} text of a move */
function moveWords(text) {
  if (text === "S") return say("move-turn");
  const { source, target, count } = readMove(text);
  return say("move-words", { from: pileWords(source), to: pileWords(target), count });
}
