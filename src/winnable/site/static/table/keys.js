/** Whole games by keyboard: a button lies over each pile, and every pile can be read aloud. */

import { depth } from "./types.js";
import { cardWords, cardsWords, pileWords, say } from "./words.js";
import { lay } from "./slots.js";
import { speak } from "./speak.js";

/** @typedef {import("./types.js").Pile} Pile @typedef {import("./types.js").View} View */
/**
 * @typedef {{board: import("./board.js").Board, may: () => boolean, targets: (source: string, count: number) => string[],
 *   tap: (pile: string, count: number) => void, drop: (source: string, target: string, count: number) => void,
 *   turn: () => void, command: (name: string) => void}} Keys
 */

const COMMANDS = /** @type {Object<string, string>} */ ({ u: "undo", r: "redo", n: "new", h: "hint" });
const ARROWS = /** @type {Object<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
const AREAS = ["F", "T", "R", "W", "S"];

export class Keyboard {
  /** @param {Keys} keys */
  constructor(keys) {
    this.keys = keys;
    this.board = keys.board;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** What each button's label was made from. @type {Map<string, string>} */
    this.labelled = new Map();
    this.count = 1; // cards of the run that Enter would pick up
    /** @type {{pile: string, count: number}|null} */
    this.held = null;
    this.board.resized = () => this.follow();
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** Lay the buttons over the piles and say what lies there. */
  follow() {
    const { view, layout } = this.board;
    for (const pile of view.piles) {
      const button = this.buttonOf(pile);
      const box = this.board.extent(pile.name);
      const size = [Math.max(layout.w, box.right - box.left), Math.max(layout.h, box.bottom - box.top)].map((length) => `${Math.round(length)}px`);
      lay(button, box.left, box.top);
      if (button.style.width !== size[0]) button.style.width = size[0];
      if (button.style.height !== size[1]) button.style.height = size[1];
      const shown = `${pile.hidden} ${pile.cards.length} ${pile.cards.at(-1)} ${pile.next} ${pile.note} ${view.turn}`;
      if (this.labelled.get(pile.name) !== shown) button.setAttribute("aria-label", pileText(pile, view));
      this.labelled.set(pile.name, shown);
    }
    this.rove();
    this.count = this.held ? this.count : 1;
    this.showRun();
  }

  /** @param {Pile} pile */
  buttonOf(pile) {
    let button = this.buttons.get(pile.name);
    if (button) return button;
    button = document.createElement("button");
    button.type = "button";
    button.className = "pile";
    button.dataset.pile = pile.name;
    button.addEventListener("click", () => this.activate(pile.name));
    button.addEventListener("focus", () => this.arrive(pile.name));
    this.buttons.set(pile.name, button);
    this.area(pile.group).append(button);
    return button;
  }

  /** The group of buttons of an area; areas are in the order of Tab. @param {string} group */
  area(group) {
    const id = `area-${group}`;
    let area = document.getElementById(id);
    if (!area) {
      area = document.createElement("div");
      area.id = id;
      area.className = "area";
      area.setAttribute("role", "group");
      area.setAttribute("aria-label", say(`area-${group}`));
      this.board.root.append(area);
    }
    return area;
  }

  /** One button of each area can be reached by Tab. */
  rove() {
    for (const group of AREAS) {
      const own = [...this.buttons.values()].filter((button) => (button.dataset.pile || "")[0] === group);
      if (!own.some((button) => button.tabIndex === 0) && own.length) own.forEach((button, order) => { button.tabIndex = order ? -1 : 0; });
    }
  }

  /** The pile that has the focus, or "". */
  get focused() {
    const active = /** @type {HTMLElement|null} */ (document.activeElement);
    return (active && active.classList.contains("pile") && active.dataset.pile) || "";
  }

  /** @param {string} name */
  arrive(name) {
    for (const [other, button] of this.buttons) if (other[0] === name[0]) button.tabIndex = other === name ? 0 : -1;
    this.count = 1;
    this.showRun();
  }

  showRun() {
    const pile = this.held ? this.held.pile : this.focused;
    this.board.markRun(this.held ? "held" : "aimed", pile, this.held ? this.held.count : this.count);
    if (!this.held) this.board.markRun("held", null, 0);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const inside = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || inside.closest("dialog, input, select, textarea, [role=menu]")) return;
    if (event.ctrlKey || event.metaKey) {
      if (this.pressWithControl(event)) event.preventDefault();
      return;
    }
    const name = this.focused;
    const done = (name && this.pressOnPile(event, name)) || this.pressAnywhere(event, Boolean(name) || inside === document.body);
    if (done) event.preventDefault();
  }

  /** Undo and redo as in every editor. @param {KeyboardEvent} event */
  pressWithControl(event) {
    const key = event.key.toLowerCase();
    if (key !== "z" && (key !== "y" || event.shiftKey)) return false;
    this.keys.command(key === "z" && !event.shiftKey ? "undo" : "redo");
    return true;
  }

  /** @param {KeyboardEvent} event @param {string} name */
  pressOnPile(event, name) {
    if (event.key in ARROWS) return this.step(name, ARROWS[event.key]);
    if (event.key === "Enter") return event.shiftKey ? this.play(name) : this.activate(name);
    if (event.key === "+" || event.key === "=") return this.grow(name, 1);
    if (event.key === "-") return this.grow(name, -1);
    if (event.key === "p" || event.key === "P") return this.read(pileCards(this.board.pile(name)));
    return false;
  }

  /** @param {KeyboardEvent} event @param {boolean} free whether Space is not wanted by a button */
  pressAnywhere(event, free) {
    const key = event.key.toLowerCase();
    if (event.key === "Escape" && this.held) return this.putBack();
    if (key === "s" || (event.key === " " && free)) {
      if (this.keys.may()) this.keys.turn();
      return true;
    }
    if (key === "b") return this.read(needsWords(this.board.view));
    if (!(key in COMMANDS)) return false;
    this.keys.command(COMMANDS[key]);
    return true;
  }

  /** @param {string} text */
  read(text) {
    speak(text);
    return true;
  }

  /** Go to the nearest pile in a direction. @param {string} name @param {[number, number]} way */
  step(name, [dx, dy]) {
    const here = this.board.layout.places.get(name);
    if (!here) return false;
    let nearest = "";
    let least = Infinity;
    for (const [other, place] of this.board.layout.places) {
      const along = (place.x - here.x) * dx + (place.y - here.y) * dy;
      const aside = Math.abs((place.x - here.x) * dy) + Math.abs((place.y - here.y) * dx);
      const far = along + 3 * aside;
      if (other !== name && along > 1 && far < least && aside <= along * 3) [nearest, least] = [other, far];
    }
    if (nearest) this.focus(nearest);
    return true;
  }

  /** @param {string} name */
  focus(name) {
    this.buttons.get(name)?.focus({ preventScroll: true });
  }

  /** Make the run longer or shorter. @param {string} name @param {number} by */
  grow(name, by) {
    const pile = this.board.pile(name);
    if (name === "S" && by > 0 && !this.held) return this.pickUpStock();
    const most = this.held && this.held.pile !== name ? 0 : pile.cards.length;
    if (!most) return true;
    this.count = Math.min(most, Math.max(1, this.count + by));
    if (this.held) this.held.count = this.count;
    speak(cardsWords(pile.cards.slice(-this.count)));
    this.showRun();
    return true;
  }

  /** Pick up, put down, or turn. @param {string} name */
  activate(name) {
    if (!this.keys.may()) return true;
    if (name === "S" && !this.held) {
      this.keys.turn();
    } else if (!this.held) this.pickUp(name, this.count);
    else if (this.held.pile === name) this.putBack();
    else this.putDown(name);
    return true;
  }

  /** @param {string} name @param {number} count */
  pickUp(name, count) {
    const pile = this.board.pile(name);
    if (!pile.cards.length) {
      speak(pileText(pile, this.board.view));
      return;
    }
    this.held = { pile: name, count: Math.min(count, pile.cards.length) };
    const targets = this.keys.targets(name, this.held.count);
    this.board.mark("target", targets);
    this.showRun();
    const places = targets.length ? targets.map(pileWords).join(", ") : say("nowhere");
    speak(say("picked-up", { cards: cardsWords(pile.cards.slice(-this.held.count)), places }));
  }

  /** Take the stock's next card, in games where it may go to a space. */
  pickUpStock() {
    const targets = this.keys.targets("S", 1);
    if (!targets.length) return true;
    this.held = { pile: "S", count: 1 };
    this.board.mark("target", targets);
    this.showRun();
    speak(say("picked-up", { cards: pileWords("S"), places: targets.map(pileWords).join(", ") }));
    return true;
  }

  /** @param {string} name */
  putDown(name) {
    const held = /** @type {{pile: string, count: number}} */ (this.held);
    this.letGo();
    this.keys.drop(held.pile, name, held.count);
  }

  putBack() {
    this.letGo();
    speak(say("put-back"));
    return true;
  }

  letGo() {
    this.held = null;
    this.count = 1;
    this.board.mark("target", []);
    this.showRun();
  }

  /** Play as a click does. @param {string} name */
  play(name) {
    const count = this.count;
    this.letGo();
    if (this.keys.may()) this.keys.tap(name, name === "S" ? 0 : count);
    return true;
  }
}

/** A pile in words, for its button. @param {Pile} pile @param {View} view */
export function pileText(pile, view) {
  const name = pileWords(pile.name);
  const parts = [];
  if (pile.group === "S") parts.push(depth(pile) ? say("cards-left", { count: depth(pile) }) : say(`turn-${view.turn}`));
  else if (!depth(pile)) parts.push(say("empty"));
  else if (pile.cards.length) {
    parts.push(cardWords(pile.cards[pile.cards.length - 1]));
    if (depth(pile) > 1) parts.push(say("of-cards", { count: depth(pile) }));
  }
  if (pile.group === "F" && pile.next) parts.push(say("takes", { card: cardWords(pile.next) }));
  if (pile.note) parts.push(pile.note);
  return `${name}: ${parts.join(", ")}`;
}

/** All cards of a pile in words, top first. @param {Pile} pile */
export function pileCards(pile) {
  const cards = pile.cards.length ? [...pile.cards].reverse().map(cardWords).join(", ") : say("empty");
  const hidden = pile.hidden ? ` ${say("hidden-cards", { count: pile.hidden })}` : "";
  return `${pileWords(pile.name)}: ${cards}.${hidden}`;
}

/** Base rank and what each foundation takes, in words. @param {View} view */
export function needsWords(view) {
  const base = view.base ? say("base-is", { rank: cardWords(view.base) }) : say("base-open");
  const needs = view.piles.filter((pile) => pile.group === "F" && pile.next);
  const words = needs.map((pile) => say("needs", { pile: pileWords(pile.name), card: cardWords(pile.next || "") }));
  return [base, ...words].join(" ");
}
