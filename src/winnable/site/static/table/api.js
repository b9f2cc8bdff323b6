/** Talking to the server: one function, which repeats a call until an answer comes. */

import { say } from "./words.js";

const WAITS = [300, 700, 1500, 3000, 5000, 10000]; // ms between attempts; the last one again and again
const SLOW = 2500; // ms after which a missing answer is told
const GIVE_UP = 12000; // ms after which an attempt counts as lost
export const PATIENT = 90000; // the same where the solver is at work

/** The server refused, and says why in the player's language. */
export class Refused extends Error {
  /** @param {number} status @param {{code?: string, message?: string}} answer */
  constructor(status, answer) {
    super(answer.message || "");
    this.status = status;
    this.code = answer.code || "";
  }
}

/** The game went on elsewhere; ``table`` is how it stands. */
export class Stale extends Error {
  /** @param {import("./types.js").TableAnswer} table */
  constructor(table) {
    super("stale");
    this.table = table;
  }
}

/** The server can't be reached; only calls that are not repeated for ever say so. */
export class Unreachable extends Error {}

/** Fires ``change`` whenever the connection is another: "lost", "slow" or "well". */
export const connection = new EventTarget();
/** @type {"lost"|"slow"|"well"} */
let state = "well";

/** @param {"lost"|"slow"|"well"} how */
function tell(how) {
  if (how === state) return;
  state = how;
  connection.dispatchEvent(new CustomEvent("change", { detail: how }));
}

/** Whether the last attempt to reach the server failed. */
export function isLost() {
  return state === "lost";
}

function csrfToken() {
  const found = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie);
  return found ? decodeURIComponent(found[1]) : "";
}

/** A random text that names one step, so that it is never done twice. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Wait before another attempt: longer each time, but no longer than until the network is back. @param {number} attempt from 0 */
export function pause(attempt) {
  const wait = WAITS[Math.min(attempt, WAITS.length - 1)] * (1 + Math.random() / 4); // not all players at once
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(), wait);
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve(undefined);
    };
    addEventListener("online", done);
  });
}

/**
 * Call the API. Repeats the very same call while the server can't be reached, or throws Unreachable after so many tries;
 * and once if something is not found.
 * Throws Refused for a 4xx and, with a sentence of our own, for a 500; Stale for a 409 that carries a table.
 * @param {string} method @param {string} path below /api @param {object} [body] @param {number} [patience] ms @param {number} [tries]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, patience = GIVE_UP, tries = Infinity) {
  let repeated = false; // after an answer that something is not there
  const slow = patience > GIVE_UP ? 0 : window.setTimeout(() => isLost() || tell("slow"), SLOW);
  for (let attempt = 0; ; attempt += 1) {
    const response = await attemptOnce(method, path, body, patience);
    clearTimeout(slow);
    if (response && response.status === 404 && !repeated) {
      // While another tab signs in, a call may still bring the cookie of before, which reaches nothing.
      repeated = true;
      await new Promise((resolve) => setTimeout(resolve, WAITS[0]));
      continue;
    }
    if (response) {
      tell("well");
      return read(response);
    }
    tell("lost");
    if (attempt + 1 >= tries) throw new Unreachable(say("no-connection"));
    await pause(attempt);
  }
}

/** Call the API once. Throws as ``call`` does. @param {string} method @param {string} path @param {object} [body] @param {number} [patience] ms */
export function callOnce(method, path, body, patience) {
  return call(method, path, body, patience, 1);
}

/**
 * One attempt: status and answer, or null when the server can't be reached: also when an answer was cut short, or came
 * from someone else, such as the sign-in page of a hotel's network.
 * @param {string} method @param {string} path @param {object|undefined} body @param {number} patience ms
 * @returns {Promise<{status: number, ok: boolean, answer: any}|null>}
 */
async function attemptOnce(method, path, body, patience) {
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      signal: AbortSignal.timeout(patience),
    });
    const { status, ok } = response;
    const answer = parsed(await response.text());
    return [502, 503, 504].includes(status) || (ok && answer === null) ? null : { status, ok, answer: answer || {} };
  } catch {
    return null;
  }
}

/** @param {string} text @returns {any} null if it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {{status: number, ok: boolean, answer: any}} response */
function read({ status, ok, answer }) {
  if (ok) return answer;
  const table = answer.view ? answer : answer.table;
  if (status === 409 && table) throw new Stale(table);
  throw new Refused(status, status < 500 ? answer : { message: say("server-failed") });
}
