/** The line above the table: base rank, stock, pass, moves, supermove; and the lamp. */

import { depth } from "./types.js";
import { dayWords, rankSign, say } from "./words.js";

/** @typedef {import("./types.js").View} View @typedef {import("./types.js").TableAnswer} TableAnswer */

const line = /** @type {HTMLElement} */ (document.getElementById("status"));
const lamp = /** @type {HTMLElement} */ (document.getElementById("lamp"));

/** @param {View} view @param {Pick<TableAnswer, "number"|"daily"|"moves_made">} answer @param {number} [moves] made, where the view is not the answer's */
export function showStatus(view, answer, moves = answer.moves_made) {
  const parts = [
    [say("status-base"), view.base ? rankSign(view.base) : say("status-base-open")],
    ...stockParts(view),
    [say("status-moves"), String(moves)],
    answer.daily ? [say("status-board"), dayWords(answer.daily)] : [say("status-deal"), String(answer.number)],
  ];
  if (view.supermove) parts.push([say("status-supermove"), view.supermove >= 13 ? say("any-number") : String(view.supermove)]);
  while (line.children.length > parts.length) line.lastChild?.remove();
  parts.forEach(([name, value], order) => write(line.children[order] || line.appendChild(chip()), name, value));
}

/** @param {View} view @returns {string[][]} */
function stockParts(view) {
  const stock = view.piles.find((pile) => pile.group === "S");
  if (!stock) return [];
  return [[say("status-stock"), String(depth(stock))], [say("status-pass"), passText(view)]];
}

/** @param {View} view */
function passText(view) {
  return view.passes ? say("pass-of", { pass: view.pass, passes: view.passes }) : String(view.pass);
}

function chip() {
  const part = document.createElement("span");
  part.className = "chip";
  part.append("", document.createElement("b"));
  return part;
}

/** Change only what differs: each change costs a layout. @param {Element} part @param {string} name @param {string} value */
function write(part, name, value) {
  const [before, strong] = part.childNodes;
  if (before.textContent !== `${name} `) before.textContent = `${name} `;
  if (strong.textContent !== value) strong.textContent = value;
}

/** Show the lamp: a verdict, "busy", or null for none. @param {string|null} verdict */
export function showLamp(verdict) {
  lamp.hidden = verdict === null;
  document.body.classList.toggle("lit", !lamp.hidden);
  lamp.dataset.verdict = verdict || "";
  lamp.textContent = verdict ? say(`lamp-${verdict}`) : "";
}

/** Whether the lamp says yes or no. */
export function lampHasSettled() {
  return ["winnable", "lost"].includes(lamp.dataset.verdict || "");
}
