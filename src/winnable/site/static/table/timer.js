/** The timer: counts while the page is seen and the game is played; what it says goes to the server with each step. */

import { setting, settings } from "./settings.js";
import { speak } from "./speak.js";
import { say } from "./words.js";

const KEY = "winnable.clock";
const TICK = 1000; // ms
const ASLEEP = 5000; // ms: a longer gap between two ticks was no playing, the machine slept
const IDLE = 120_000; // ms without a sign of the player after which the timer rests
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel"];

const clock = /** @type {HTMLElement} */ (document.getElementById("clock"));

/** A time as 4:07 or 1:04:07. @param {number} seconds */
export function clockText(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...rest] = parts[0] ? parts : parts.slice(1);
  return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

export class Timer {
  /** @param {() => boolean} may whether the player's own game is on the table */
  constructor(may) {
    this.may = may;
    /** @type {import("./types.js").TableAnswer|null} */
    this.answer = null;
    this.ms = 0; // played so far
    this.begun = false; // whether a first step was taken
    this.hidden = document.hidden;
    this.looked = performance.now(); // when ``ms`` was brought up to date
    this.sign = performance.now(); // when the player was noticed last
    for (const kind of SIGNS) document.addEventListener(kind, () => { this.sign = performance.now(); }, { capture: true, passive: true });
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("visibilitychange", () => this.turn(document.hidden));
    window.addEventListener("pagehide", () => this.turn(true));
    window.addEventListener("pageshow", () => this.turn(document.hidden));
    settings.addEventListener("change", () => this.count());
    setInterval(() => this.count(), TICK);
  }

  /** Take over how the game stands. @param {import("./types.js").TableAnswer} answer */
  follow(answer) {
    this.count();
    const told = (answer.seconds || 0) * 1000;
    const mine = this.answer?.id === answer.id ? this.ms : kept(answer.id) * 1000;
    this.ms = answer.result ? told : Math.max(told, mine);
    this.answer = answer;
    this.begun = answer.seq > 0;
    this.show();
  }

  /** What goes with a step. @returns {{seconds?: number}} */
  stamp() {
    this.count();
    if (!this.counts) return {};
    this.begun = true;
    return { seconds: this.seconds };
  }

  get seconds() {
    return Math.floor(this.ms / 1000);
  }

  /** Whether this game has a time: the timer is on, and was at every step before. */
  get counts() {
    const { answer } = this;
    if (!setting("timer") || !answer) return false;
    return answer.seconds !== null || !(answer.seq || answer.can_undo || answer.can_redo);
  }

  /** Whether it counts at this moment. */
  get runs() {
    const playing = this.begun && this.answer?.state === "playing" && !this.answer.result && this.may();
    return this.counts && playing && !this.hidden && performance.now() - this.sign < IDLE;
  }

  /** Add what has passed since the last look. */
  count() {
    const now = performance.now();
    if (this.runs) this.ms += Math.min(now - this.looked, ASLEEP);
    this.looked = now;
    this.show();
  }

  /** The page goes to the background, or comes back. @param {boolean} hidden */
  turn(hidden) {
    this.count();
    this.hidden = hidden;
    if (hidden && this.counts && this.answer) keep(this.answer.id, this.seconds);
  }

  show() {
    const wanted = Boolean(setting("timer") && this.answer);
    if (clock.hidden === wanted) clock.hidden = !wanted;
    const text = `${say("status-time")} ${this.counts ? clockText(this.seconds) : "–"}`;
    if (clock.textContent === text) return;
    clock.textContent = text;
    clock.title = this.counts ? "" : say("no-time");
  }

  /** T reads the time. @param {KeyboardEvent} event */
  press(event) {
    const inside = /** @type {HTMLElement} */ (event.target).closest("dialog, input, select, textarea");
    if (event.key.toLowerCase() !== "t" || event.ctrlKey || event.metaKey || event.altKey || inside || !setting("timer")) return;
    speak(this.counts ? say("time-is", { time: clockText(this.seconds) }) : say("no-time"));
  }
}

/** What was counted since the last step and before the page was left, seconds. @param {string} id of the table */
function kept(id) {
  try {
    const clockKept = JSON.parse(localStorage.getItem(KEY) || "{}");
    return clockKept.id === id ? Number(clockKept.seconds) || 0 : 0;
  } catch {
    return 0;
  }
}

/** @param {string} id of the table @param {number} seconds */
function keep(id, seconds) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ id, seconds }));
  } catch {
    // Only the time since the last step is lost.
  }
}
