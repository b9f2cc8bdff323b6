/**
 * What this browser keeps of its games, so that they can be seen while the server can't be reached, and so that a step
 * outlives the page it was made on: the last answers, and the steps that no answer has come for.
 */

/** @typedef {import("./types.js").TableAnswer} TableAnswer @typedef {import("./types.js").Step} Step */
/** @typedef {{key: string, step: Step, after: number|null}} Unsent  after: the seq it was first sent for, if it was */

const ANSWER = "winnable.game.";
const STEPS = "winnable.unsent.";
const MOST = 4; // answers

/** @param {string} key @returns {any} what is kept there, or null */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) || "null");
  } catch {
    return null;
  }
}

/** @param {string} key */
function has(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** @param {string} key @param {any} value null to remove it */
function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** @returns {{when: number, answer: TableAnswer}[]} newest first */
function entries() {
  let keys = /** @type {string[]} */ ([]);
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(ANSWER));
  } catch {
    // Nothing can be read.
  }
  return keys.map(read).filter((entry) => entry?.answer).sort((a, b) => b.when - a.when);
}

/** Keep how a game stands; the games looked at longest ago give way. @param {TableAnswer} answer */
export function keepAnswer(answer) {
  if (!has(ANSWER + answer.id)) for (const old of entries().slice(MOST - 1)) write(ANSWER + old.answer.id, null);
  write(ANSWER + answer.id, { when: Date.now(), answer });
}

/** The games kept, the one seen last first. @returns {TableAnswer[]} */
export function keptAnswers() {
  return entries().map((entry) => entry.answer);
}

/** Forget how other games than these stand; what was played in them is not forgotten. @param {string[]} ids */
export function forgetAllBut(ids) {
  for (const { id } of keptAnswers()) if (!ids.includes(id)) write(ANSWER + id, null);
}

/** The steps of a game that no answer has come for, in their order. @param {string} id @returns {Unsent[]} */
export function unsentOf(id) {
  return read(STEPS + id) || [];
}

/** Keep a step until its answer has come. @param {string} id @param {Unsent} unsent */
export function keepStep(id, { key, step, after }) {
  const others = unsentOf(id);
  const place = others.findIndex((other) => other.key === key);
  others.splice(place < 0 ? others.length : place, 1, { key, step, after });
  write(STEPS + id, others);
}

/** A step has been answered. @param {string} id @param {string} key */
export function dropStep(id, key) {
  const others = unsentOf(id).filter((other) => other.key !== key);
  write(STEPS + id, others.length ? others : null);
}
