/** One game as the client knows it: the server's last answer, and the steps that are on their way. */

import { Refused, Stale, call, newKey } from "./api.js";
import { moveText } from "./types.js";

/** @typedef {import("./types.js").TableAnswer} TableAnswer @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").GameEvent} GameEvent @typedef {import("./types.js").Step} Step */
/** @typedef {{step: Step, key: string, foretold: GameEvent[]|null}} Entry */

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
  }

  /** Whether every step has been answered. */
  get settled() {
    return this.queue.length === 0;
  }

  /** Take a step: shown at once where the server has foretold it, sent, and put right by the answer. @param {Step} step */
  take(step) {
    const move = this.settled ? this.moveOf(step) : null;
    const foretold = move ? this.answer.moves.find((candidate) => candidate.move === move) : null;
    const events = foretold ? foretold.events : null;
    if (events) {
      this.view = foretell(this.view, events);
      this.tell("shown", { view: this.view, events });
    }
    this.queue.push({ step: { ...step, ...this.stamp() }, key: newKey(), foretold: events });
    this.pump();
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
    const texts = new Set(this.answer.moves.map((foretold) => foretold.move));
    return this.view.piles.map((pile) => pile.name).filter((target) => texts.has(moveText(source, target, count)));
  }

  async pump() {
    if (this.sending) return;
    this.sending = true;
    while (this.queue.length) await this.send(this.queue[0]);
    this.sending = false;
    this.tell("settled", {});
  }

  /** Wait until every step has been answered. @returns {Promise<void>} */
  whenSettled() {
    if (this.settled) return Promise.resolve();
    return new Promise((resolve) => this.addEventListener("settled", () => resolve(), { once: true }));
  }

  /** @param {Entry} entry */
  async send(entry) {
    const body = { after: this.answer.seq, key: entry.key, ...entry.step };
    try {
      const answer = await call("POST", `/tables/${this.answer.id}/steps`, body);
      this.queue.shift();
      this.adopt(answer, entry);
    } catch (error) {
      this.fail(error, entry);
    }
  }

  /** @param {TableAnswer} answer @param {Entry} entry */
  adopt(answer, entry) {
    this.answer = answer;
    this.view = answer.view;
    const known = entry.foretold ? entry.foretold.length : 0;
    this.tell("shown", { view: answer.view, events: answer.did.slice(known) });
    this.tell("answered", { answer, step: entry.step, events: answer.did });
  }

  /** @param {unknown} error @param {Entry} entry */
  fail(error, entry) {
    this.queue = [];
    if (error instanceof Stale) this.answer = error.table;
    this.view = this.answer.view;
    this.tell("shown", { view: this.view, events: [] });
    if (error instanceof Stale) this.tell("elsewhere", { answer: this.answer });
    else this.tell("refused", { message: error instanceof Refused ? error.message : "", step: entry.step });
  }

  /** Look how the game stands on the server. */
  async refresh() {
    if (!this.settled) return;
    const answer = await call("GET", `/tables/${this.answer.id}`);
    if (!this.settled) return;
    const moved = answer.seq !== this.answer.seq;
    this.answer = answer;
    this.view = answer.view;
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
