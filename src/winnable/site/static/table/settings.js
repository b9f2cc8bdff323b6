/**
 * The player's settings. The server keeps them, for a guest too; the browser keeps a copy, to show them at once and to
 * send later what could not be sent (see site/theme.js, which runs first).
 */

import { Refused, call } from "./api.js";

const KEY = "winnable.settings";
const ACTED_ON = ["autoplay", "auto_complete"]; // by the server, when it says what a click plays

/** @type {Object<string, any>} */
const DEFAULTS = {
  autoplay: true, auto_complete: true, winnable: false, lamp: false, timer: false, sounds: false, results: true,
  speed: "normal", theme: "system", deck: "two", faces: "pictures", hand: "right",
};

/** @type {Object<string, any>} */
let values = { ...DEFAULTS, changed: 0, player: "", pending: [], ...JSON.parse(document.documentElement.dataset.settings || "{}") };
let known = false; // whether the server knows this browser; before that, a change would make a second guest
/** @type {Promise<void>|null} */
let sending = null;

/** Fires ``change`` with the name of a setting, and ``sent`` once the server has one that it acts on. */
export const settings = new EventTarget();

/** @param {string} name */
export function setting(name) {
  return values[name];
}

/** Change a setting. @param {string} name @param {any} value */
export async function change(name, value) {
  keep({ ...values, [name]: value, pending: [...new Set([...values.pending, name])] });
  tell("change", name);
  await send();
}

/** Take over what the server says, but for what it has not heard yet and for what is older than what is here. @param {Object<string, any>} told */
export function adopt(told) {
  known = true;
  if (told.player !== values.player || told.changed > values.changed) {
    const before = values;
    keep({ ...values, ...told, ...chosen(values.pending) });
    for (const name of Object.keys(DEFAULTS)) if (before[name] !== values[name]) tell("change", name);
  }
  send();
}

/** Send what the server has not heard yet. */
function send() {
  sending ??= sendAll().finally(() => { sending = null; });
  return sending;
}

async function sendAll() {
  let more = true;
  while (more && known && values.pending.length) more = await sendOnce(chosen(values.pending));
}

/** Whether an answer came that settles it; after a fault of the server it is sent again with the next change or answer. @param {Object<string, any>} wanted */
async function sendOnce(wanted) {
  try {
    const told = await call("PUT", "/settings", wanted);
    heard(wanted);
    adopt(told);
    for (const name of ACTED_ON) if (name in wanted) tell("sent", name);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const nonsense = error.status === 422; // that this browser kept
    if (nonsense) heard(wanted);
    return nonsense;
  }
}

/** What was sent and not changed again meanwhile is no longer pending. @param {Object<string, any>} wanted */
function heard(wanted) {
  keep({ ...values, pending: values.pending.filter((/** @type {string} */ name) => values[name] !== wanted[name]) });
}

/** @param {string[]} names */
function chosen(names) {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** @param {Object<string, any>} next */
function keep(next) {
  values = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
}

/** Show theme, deck and hand on the page. */
function dress() {
  const root = document.documentElement;
  root.dataset.theme = values.theme;
  root.dataset.deck = values.deck;
  root.dataset.hand = values.hand;
}

/** @param {string} kind @param {string} name */
function tell(kind, name) {
  settings.dispatchEvent(new CustomEvent(kind, { detail: name }));
}

dress();
