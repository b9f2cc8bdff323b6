/** One game as the client knows it: the server's last answer, and the steps that are on their way. */

import { Refused, Stale, call, isLost, newKey } from "./api.js";
import { dropStep, keepAnswer, keepStep } from "./kept.js";
import { painted } from "./later.js";
import { moveText } from "./types.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").TableAnswer} TableAnswer @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").GameEvent} GameEvent @typedef {import("./types.js").Step} Step */
/** @typedef {import("./kept.js").Unsent & {foretold: GameEvent[]|null}} Entry */

/**
 * Fires ``shown`` {view, events} whenever other cards are to be seen, ``answered`` {answer, step, events} for each
 * answer, ``refused`` {message, step}, and ``elsewhere`` when the game went on in another tab.
 */
export class Table extends EventTarget {
  /** @param {TableAnswer} answer */
  constructor(answer) {
    super();
    this.answer = answer;
    this.view = answer.view;
    /** @type {Entry[]} */
    this.queue = [];
    this.sending = false;
    /** What goes with each step that is taken. @type {() => {seconds?: number}} */
    this.stamp = () => ({});
    this.looking = false;
  }

  /** Go on from an answer, which is kept for the time when the server can't be reached. @param {TableAnswer} answer */
  hold(answer) {
    this.answer = answer;
    this.view = answer.view;
    keepAnswer(answer);
  }

  /** Whether every step has been answered. */
  get settled() {
    return this.queue.length === 0;
  }

  /**
   * Take a step: shown at once where the server has foretold it, sent, and put right by the answer. While the server can't
   * be reached, only a step that is foretold is taken. @param {Step} step
   */
  take(step) {
    const foretold = this.settled ? this.foretold(step) : null;
    if (isLost() && !foretold) return this.tell("refused", { message: say(this.settled ? "needs-server" : "one-is-kept"), step });
    const entry = { step: { ...step, ...this.stamp() }, key: newKey(), after: this.settled ? this.answer.seq : null, foretold };
    this.queue.push(entry);
    keepStep(this.answer.id, entry);
    this.foreshow(entry);
    return this.pump();
  }

  /** Take up steps that were made before this page was loaded, and that no answer has come for. @param {import("./kept.js").Unsent[]} steps */
  resume(steps) {
    this.queue = steps.map((unsent) => ({ ...unsent, foretold: null }));
    const first = this.queue[0];
    if (first && first.after === this.answer.seq) {
      first.foretold = this.foretold(first.step);
      this.foreshow(first);
    }
    this.pump();
  }

  /** What the server has foretold of a step, or null. @param {Step} step */
  foretold(step) {
    const move = this.moveOf(step);
    return this.answer.moves.find((candidate) => candidate.move === move)?.events || null;
  }

  /** Show a step before its answer is there. @param {Entry} entry */
  foreshow({ foretold }) {
    if (!foretold) return;
    this.view = foretell(this.view, foretold);
    this.tell("shown", { view: this.view, events: foretold });
  }

  /** The move that a step plays, if it is known. @param {Step} step */
  moveOf(step) {
    if (step.do === "move") return step.move || null;
    if (step.do === "turn") return "S";
    if (step.do === "click") return this.clickOf(step.pile || "", step.count || 0);
    return null;
  }

  /** The move that a click on so many cards of a pile plays, or null. @param {string} pile @param {number} count */
  clickOf(pile, count) {
    const clicks = this.answer.clicks[pile] || {};
    return clicks[String(count)] || null;
  }

  /** The piles that take so many cards of a pile. @param {string} source @param {number} count */
  targets(source, count) {
    if (isLost() && !this.settled) return [];
    const texts = new Set(this.answer.moves.map((foretold) => foretold.move));
    return this.view.piles.map((pile) => pile.name).filter((target) => texts.has(moveText(source, target, count)));
  }

  async pump() {
    if (this.sending) return;
    this.sending = true;
    if (this.queue[0]?.foretold) await painted(); // what a step does is seen first, and no answer comes in between
    while (this.queue.length) await this.send(this.queue[0]);
    this.sending = false;
    this.tell("settled", {});
  }

  /** Wait until every step has been answered. @returns {Promise<void>} */
  whenSettled() {
    if (this.settled) return Promise.resolve();
    return new Promise((resolve) => this.addEventListener("settled", () => resolve(), { once: true }));
  }

  /** Whether a step does nothing, now that those before it have been answered: there is nothing to undo or to redo. @param {Step} step */
  isIdle(step) {
    return (step.do === "undo" && !this.answer.can_undo) || (step.do === "redo" && !this.answer.can_redo);
  }

  /** @param {Entry} entry */
  async send(entry) {
    const { id, seq } = this.answer;
    if (entry.after === null && this.isIdle(entry.step)) {
      this.queue.shift();
      return dropStep(id, entry.key);
    }
    if (entry.after === null) keepStep(id, Object.assign(entry, { after: seq }));
    try {
      const answer = await call("POST", `/tables/${id}/steps`, { after: entry.after, key: entry.key, ...entry.step });
      dropStep(id, entry.key);
      if (id !== this.answer.id) return; // another game is on the table now
      this.queue.shift();
      this.adopt(answer, entry);
    } catch (error) {
      if (id === this.answer.id) this.fail(error, entry);
      else dropStep(id, entry.key);
    }
  }

  /** @param {TableAnswer} answer @param {Entry} entry */
  adopt(answer, entry) {
    this.hold(answer);
    const known = entry.foretold ? entry.foretold.length : 0;
    this.tell("shown", { view: answer.view, events: answer.did.slice(known) });
    this.tell("answered", { answer, step: entry.step, events: answer.did });
  }

  /** @param {unknown} error @param {Entry} entry */
  fail(error, entry) {
    const status = error instanceof Refused ? error.status : 0;
    const dropped = status === 422 ? [entry] : this.queue; // a step that is not possible takes no other with it
    const gone = status === 404; // for whoever was signed out; he may sign in again
    for (const { key } of dropped) if (!gone) dropStep(this.answer.id, key);
    this.queue = this.queue.filter((one) => !dropped.includes(one));
    this.hold(error instanceof Stale ? error.table : this.answer);
    this.tell("shown", { view: this.view, events: [] });
    if (error instanceof Stale) this.tell("elsewhere", { answer: this.answer });
    else this.tell("refused", { message: error instanceof Refused ? error.message : "", step: entry.step });
  }

  /** Look how the game stands on the server. */
  async refresh() {
    if (!this.settled || (this.looking && isLost())) return;
    this.looking = true;
    const answer = await call("GET", `/tables/${this.answer.id}`).finally(() => { this.looking = false; });
    if (!this.settled || answer.id !== this.answer.id || answer.seq < this.answer.seq) return;
    const moved = answer.seq !== this.answer.seq;
    this.hold(answer);
    if (moved) this.tell("shown", { view: this.view, events: [] });
    this.tell("answered", { answer, step: { do: "look" }, events: [] });
  }

  /** @param {string} kind @param {object} detail */
  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

/**
 * The view after events that the server has foretold; what they do not say stays until the answer comes.
 * @param {View} view @param {GameEvent[]} events @returns {View}
 */
export function foretell(view, events) {
  const piles = view.piles.map((pile) => ({ ...pile, cards: [...pile.cards] }));
  const named = new Map(piles.map((pile) => [pile.name, pile]));
  for (const event of events) {
    const source = named.get(event.source);
    const target = named.get(event.target);
    const count = event.count || event.cards.length;
    if (!source || !target) continue;
    if (event.kind === "flip") {
      source.hidden -= 1;
      source.cards.unshift(...event.cards);
      continue;
    }
    if (source.group === "S") source.hidden -= count;
    else source.cards.splice(source.cards.length - count, count);
    if (target.group === "S") target.hidden += count;
    else target.cards.push(...event.cards);
  }
  return { ...view, piles };
}
