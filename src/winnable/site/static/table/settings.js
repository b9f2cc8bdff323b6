/** The player's settings: kept in the browser; those the server acts on are sent to it as well. */

import { call } from "./api.js";

const KEY = "winnable.settings";
const SERVER = ["autoplay", "auto_complete", "winnable", "lamp"];

/** @type {Object<string, any>} */
const DEFAULTS = {
  autoplay: true, auto_complete: true, winnable: false, lamp: false,
  speed: "normal", theme: "system", deck: "two", hand: "right",
};

/** @type {Object<string, any>} */
let values = { ...DEFAULTS, ...stored() };

/** Fires ``change`` with the name of the setting. */
export const settings = new EventTarget();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
}

/** @param {string} name */
export function setting(name) {
  return values[name];
}

/** Change a setting. @param {string} name @param {any} value */
export async function change(name, value) {
  values = { ...values, [name]: value };
  keep();
  settings.dispatchEvent(new CustomEvent("change", { detail: name }));
  if (SERVER.includes(name)) {
    await call("PUT", "/settings", { [name]: value }).catch(() => {});
    settings.dispatchEvent(new CustomEvent("sent", { detail: name }));
  }
}

/** Take over what the server says. @param {Object<string, any>} told */
export function adopt(told) {
  for (const name of SERVER) if (told && name in told) values[name] = told[name];
  keep();
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
}

/** Show theme, deck and hand on the page. */
export function dress() {
  const root = document.documentElement;
  root.dataset.theme = values.theme;
  root.dataset.deck = values.deck;
  root.dataset.hand = values.hand;
}

dress();
