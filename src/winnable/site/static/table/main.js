/** The table page: brings the rooms together. */

import { Refused, connection, isLost } from "./api.js";
import { Board } from "./board.js";
import { WHILE_WATCHING, enable } from "./buttons.js";
import { loadDrawings } from "./cards.js";
import { askToEnd, enableDialogs, openKeys, openNew, openPeek, openRules, openSettings } from "./dialogs.js";
import { enableDrag } from "./drag.js";
import { Ending } from "./ending.js";
import { unsentOf } from "./kept.js";
import { Keyboard } from "./keys.js";
import { Later } from "./later.js";
import { atRest, celebrate } from "./motion.js";
import { Replay } from "./replay.js";
import { adopt, change, setting, settings } from "./settings.js";
import { hint, light, settle, solution, unmark } from "./solver.js";
import { hush, speak, tell } from "./speak.js";
import { shareDeal, shareReplay } from "./share.js";
import { enableSounds } from "./sounds.js";
import { create, firstAnswer, goTo, page, saidBefore } from "./start.js";
import { showStatus } from "./status.js";
import { Table } from "./table.js";
import { Timer } from "./timer.js";
import { isUnderWay, moveText, pileOf } from "./types.js";
import { dayWords, eventsWords, say, undoneWords } from "./words.js";

/** @typedef {import("./types.js").TableAnswer} TableAnswer @typedef {import("./types.js").View} View */

const NEEDS_SERVER = ["new", "another", "hint", "solve here", "solve deal", "solve last", "share replay"];

const root = /** @type {HTMLElement} */ (document.getElementById("board"));

/** The table, once there is one. @type {Table|undefined} */
let table;

connection.addEventListener("change", (event) => {
  const how = /** @type {CustomEvent} */ (event).detail;
  showConnection(how);
  if (how === "well") speak(say("back-again"));
});

/** Tell how the connection is, in words that fit what the player can do. @param {"lost"|"slow"|"well"} how */
function showConnection(how) {
  const bar = /** @type {HTMLElement} */ (document.getElementById("connection"));
  const lost = !table ? "none" : table.settled ? "lost" : "kept";
  bar.hidden = how === "well";
  bar.textContent = how === "well" ? "" : say(`connection-${how === "lost" ? lost : how}`);
}

class Page {
  /** @param {TableAnswer} answer */
  constructor(answer) {
    this.state = answer.state;
    this.questions = 0; // asked of the solver, and deals asked for: only the last is answered
    this.board = new Board(root, answer.game);
    this.table = table = new Table(answer);
    this.keyboard = new Keyboard({
      board: this.board, may: () => this.may(), targets: (source, count) => this.table.targets(source, count),
      tap: (pile, count) => this.tap(pile, count), drop: (source, target, count) => this.drop(source, target, count),
      turn: () => this.turn(), command: (name) => this.command(name),
    });
    this.replay = new Replay(this.board, (view, moves) => this.watched(view, moves), () => this.afterReplay());
    this.ending = new Ending();
    this.timer = new Timer(() => this.may());
    enableSounds(this.table);
    this.following = new Later(() => this.follow());
    this.table.stamp = () => this.timer.stamp();
    this.listen();
    this.begin(answer);
  }

  listen() {
    this.table.addEventListener("shown", (event) => this.shown(/** @type {CustomEvent} */ (event).detail));
    this.table.addEventListener("answered", (event) => this.answered(/** @type {CustomEvent} */ (event).detail));
    this.table.addEventListener("refused", (event) => tell(/** @type {CustomEvent} */ (event).detail.message || say("refused")));
    this.table.addEventListener("elsewhere", () => {
      tell(say("elsewhere"));
      this.afterAnswer(this.table.answer);
    });
    enableDrag({
      board: this.board, may: () => this.may(), targets: (source, count) => this.table.targets(source, count),
      tap: (pile, count) => this.tap(pile, count), drop: (source, target, count) => this.drop(source, target, count),
      peek: (pile) => openPeek(pileOf(this.board.view, pile)), lift: (_pile, _count, targets) => this.lifted(targets),
      over: (target) => this.board.mark("landing", target ? [target] : []),
    });
    document.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-command]");
      if (button && button.ariaDisabled !== "true") this.command(/** @type {HTMLElement} */ (button).dataset.command || "");
    });
    document.addEventListener("keydown", () => this.following.now(), { capture: true }); // a key means what is there now
    connection.addEventListener("change", () => this.askUntilBack());
    settings.addEventListener("change", (event) => this.settingChanged(/** @type {CustomEvent} */ (event).detail));
    settings.addEventListener("sent", () => this.table.refresh());
    document.addEventListener("visibilitychange", () => document.hidden || this.replay.running || this.table.refresh().catch(() => {}));
  }

  /** @param {TableAnswer} answer */
  begin(answer) {
    history.replaceState(null, "", `#${answer.id}`);
    this.replay.leave();
    this.table.hold(answer);
    /** @type {HTMLElement} */ (document.querySelector("h1")).textContent = answer.title;
    document.title = `${answer.title} ${answer.daily ? dayWords(answer.daily) : answer.number} · Winnable`;
    this.shown({ view: answer.view, events: [] });
    this.afterAnswer(answer);
    this.table.resume(unsentOf(answer.id));
    if (isLost()) showConnection("lost");
    this.askUntilBack();
    const message = answer.message || saidBefore(answer.id);
    if (answer.state === "playing") tell(message);
    else speak(message); // the panel shows it
    document.body.dataset.ready = "true";
  }

  /** Whatever failed when the server was lost: this asks until it is back. */
  askUntilBack() {
    if (isLost() && !this.replay.running) this.table.refresh().catch(() => {});
  }

  /** Whether the player's own game is on the table and can be played. */
  may() {
    return !this.replay.running;
  }

  /** @param {{view: View, events: import("./types.js").GameEvent[]}} detail */
  shown({ view, events }) {
    if (this.replay.running) return;
    unmark(this.board);
    this.board.show(view, events);
    this.following.ask();
    if (isLost()) showConnection("lost");
  }

  /** What tells of the cards follows them. */
  follow() {
    if (this.replay.running) return;
    this.keyboard.follow();
    showStatus(this.board.view, this.table.answer);
  }

  /** @param {{answer: TableAnswer, step: import("./types.js").Step, events: import("./types.js").GameEvent[]}} detail */
  answered({ answer, step, events }) {
    const named = ["undo", "redo", "restart", "give up"].includes(step.do) ? say(`did ${step.do}`) : "";
    const words = [named, step.do === "undo" ? undoneWords(events) : eventsWords(events)].filter(Boolean).join(" ");
    const all = [words, answer.message].filter(Boolean).join(" ");
    hush();
    if (answer.message && answer.state === "playing") tell(all);
    else speak(all);
    this.afterAnswer(answer);
  }

  /** @param {TableAnswer} answer */
  afterAnswer(answer) {
    adopt(answer.settings);
    this.timer.follow(answer);
    this.enable();
    showStatus(answer.view, answer);
    this.end(answer, answer.state === "won" && this.state !== "won");
    this.state = answer.state;
    light(this.table);
  }

  enable() {
    enable(this.table.answer, this.replay.running);
  }

  /** Show the end of a game, if it has ended, once the cards lie still: the panel takes space from the table. @param {TableAnswer} answer @param {boolean} [fresh] whether it was won just now */
  async end(answer, fresh = false) {
    if (answer.state === "playing") return this.ending.show(answer);
    await atRest(this.board.items);
    if (this.table.answer !== answer || this.replay.running) return;
    this.ending.show(answer);
    if (fresh) celebrate(this.board.items.filter((item) => item.pile[0] === "F"));
  }

  /** @param {string[]} targets */
  lifted(targets) {
    if (targets.length || this.keyboard.held) hush();
    this.board.mark("target", targets);
  }

  /** A tap or click. @param {string} pile @param {number} count */
  tap(pile, count) {
    if (this.keyboard.held) return this.tapHeld(pile);
    if (pile === "S") return this.turn();
    if (this.table.clickOf(pile, count)) return this.table.take({ do: "click", pile, count });
    if (!setting("autoplay")) return count ? this.keyboard.pickUp(pile, count) : undefined;
    if (!count) return tell(pileOf(this.board.view, pile).note || "");
    return this.table.take({ do: "click", pile, count });
  }

  /** A tap while cards are picked up: put them down there. @param {string} pile */
  tapHeld(pile) {
    if (this.keyboard.held?.pile === pile) this.keyboard.putBack();
    else this.keyboard.putDown(pile);
  }

  /** @param {string} source @param {string} target @param {number} count */
  drop(source, target, count) {
    this.table.take({ do: "move", move: moveText(source, target, count) });
  }

  turn() {
    if (this.board.view.piles.some((pile) => pile.group === "S")) this.table.take({ do: "turn" });
  }

  /** @param {string} name */
  command(name) {
    const commands = /** @type {Object<string, () => any>} */ ({
      undo: () => this.step("undo"), redo: () => this.step("redo"), restart: () => this.step("restart"), "give up": () => this.giveUp(),
      new: () => openNew(this.table.answer, (wish) => this.deal(wish)), another: () => this.deal({ options: this.table.answer.options, number: "", winnable: setting("winnable") }),
      hint: () => hint(this.table, this.board), rules: () => openRules(this.table.answer), settings: () => openSettings(),
      share: () => shareDeal(this.table.answer), "share replay": () => shareReplay(this.table.answer.id).catch((error) => tell(error.message)), keys: () => openKeys(), turn: () => this.turn(),
      "solve here": () => this.watch("here"), "solve deal": () => this.watch("deal"), "solve last": () => this.watch("last winnable"),
    });
    if (!(name in commands) || (this.replay.running && !WHILE_WATCHING.includes(name))) return;
    closeMenus();
    if (isLost() && NEEDS_SERVER.includes(name)) return tell(say("needs-server"));
    commands[name]();
  }

  /** @param {string} name */
  step(name) {
    if (this.table.settled && this.table.isIdle({ do: name })) return;
    if (this.keyboard.held) this.keyboard.letGo();
    this.table.take({ do: name });
  }

  /** Give up; where that would end a counted attempt for good, the player is asked first. */
  giveUp() {
    const { answer } = this.table;
    if (isUnderWay(answer) && answer.can_undo) askToEnd(() => this.step("give up"));
    else this.step("give up");
  }

  /** Deal anew, on this page, or on another's if the options differ. @param {{options: string[], number: string, winnable: boolean}} wish */
  async deal({ options, number, winnable }) {
    const answer = this.table.answer;
    this.questions += 1;
    try {
      const next = await create(answer.game, options, number, winnable);
      if (next.full_name !== answer.full_name || page.number) return goTo(next);
      this.begin(next);
      if (!next.message) speak(say("deal-number", { number: next.number }));
    } catch (error) {
      tell(error instanceof Refused ? error.message : say("no-connection"));
    }
  }

  /** @param {"here"|"deal"|"last winnable"} from */
  async watch(from) {
    const question = ++this.questions;
    tell(say("looking"), 60000);
    try {
      const found = await solution(this.table, from, () => this.questions === question);
      if (!found) return;
      const watching = Boolean(found.line && found.line.length);
      tell(`${say(`solution-${found.verdict}`)} ${watching ? say("watching") : ""}`.trim(), watching ? 4000 : 7000);
      settle(this.table);
      if (!watching) return;
      unmark(this.board);
      this.ending.hide();
      this.replay.open(found, found.start);
      this.enable();
      this.replay.focus();
    } catch (error) {
      if (this.questions === question) tell(error instanceof Refused ? error.message : say("no-connection"));
    }
  }

  /** @param {View} view @param {number} moves */
  watched(view, moves) {
    this.keyboard.follow();
    showStatus(view, this.table.answer, moves);
  }

  afterReplay() {
    hush(); // what was said about the line is over
    this.shown({ view: this.table.view, events: [] });
    this.enable();
    this.ending.show(this.table.answer);
    const next = document.querySelector("#ending:not([hidden]) .choices button:not([hidden])") || document.querySelector(".menu summary");
    /** @type {HTMLElement|null} */ (next)?.focus(); // the bar that had it is gone
    this.askUntilBack();
  }

  /** @param {string} name */
  settingChanged(name) {
    if (name === "hand" || name === "faces") this.shown({ view: this.table.view, events: [] });
    if (name === "lamp") light(this.table);
  }
}

function closeMenus() {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    const inside = menu.contains(document.activeElement);
    menu.removeAttribute("open");
    if (inside) /** @type {HTMLElement} */ (menu.querySelector("summary")).focus(); // what is closed can't keep the focus
  }
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus();
});

document.addEventListener("click", (event) => {
  const menu = document.querySelector("details.menu[open]");
  if (menu && !menu.contains(/** @type {Node} */ (event.target))) closeMenus();
});

enableDialogs();
Promise.all([firstAnswer(), loadDrawings()]).then(([answer]) => {
  const begun = new Page(answer);
  Object.assign(window, { winnableTable: { table: begun.table, board: begun.board, setting: change } });
}, (error) => tell(error instanceof Refused ? error.message : say("no-connection"), 60000));
