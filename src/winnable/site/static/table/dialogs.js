/** The dialogs: new deal, settings, rules, a pile's cards, keys. */

import { call } from "./api.js";
import { change, setting } from "./settings.js";
import { capital, cardSign, pileWords, say } from "./words.js";

/** @typedef {import("./types.js").TableAnswer} TableAnswer */

const dialog = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ (document.getElementById(id));

/** Make every dialog close by its button, by Esc and by a click beside it. */
export function enableClosing() {
  for (const box of document.querySelectorAll("dialog")) {
    let beside = false; // a press that began elsewhere, such as the long press that opened the dialog, does not close it
    box.addEventListener("pointerdown", (event) => { beside = event.target === box; });
    box.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if ((beside && target === box) || target.closest("[data-close]")) box.close();
      beside = false;
    });
  }
}

/** Make the dialogs of the table page work. */
export function enableDialogs() {
  enableClosing();
  for (const field of settingFields()) {
    field.addEventListener("change", () => change(field.name, field.type === "checkbox" ? field.checked : field.value));
  }
}

/** Show the settings as they are now. */
export function openSettings() {
  for (const field of settingFields()) {
    if (field.type === "checkbox") field.checked = Boolean(setting(field.name));
    else field.value = setting(field.name);
  }
  dialog("settings").showModal();
}

/** @returns {NodeListOf<HTMLInputElement>} */
function settingFields() {
  return dialog("settings").querySelectorAll("label.field input, label.field select");
}

/**
 * Ask what to deal.
 * @param {TableAnswer} answer the game on the table
 * @param {(wish: {options: string[], number: string, winnable: boolean}) => void} deal
 */
export async function openNew(answer, deal) {
  const box = dialog("new");
  const form = /** @type {HTMLFormElement} */ (box.querySelector("form"));
  const fields = /** @type {HTMLElement} */ (box.querySelector("[data-options]"));
  const winnable = /** @type {HTMLInputElement} */ (form.elements.namedItem("winnable"));
  const number = /** @type {HTMLInputElement} */ (form.elements.namedItem("number"));
  winnable.checked = setting("winnable");
  number.value = "";
  form.onsubmit = () => {
    if (winnable.checked !== setting("winnable")) change("winnable", winnable.checked);
    deal({ options: chosen(fields), number: number.value.trim(), winnable: winnable.checked && !number.value.trim() });
  };
  box.showModal();
  const games = await call("GET", "/games");
  const game = (games.games || games).find((/** @type {{name: string}} */ one) => one.name === answer.game);
  fields.replaceChildren(...(game ? game.options.map((/** @type {any} */ option) => optionField(option, answer.options)) : []));
}

/** @param {{name: string, values: string[], meaning: string}} option @param {string[]} now */
function optionField(option, now) {
  const label = document.createElement("label");
  const given = now.find((text) => text.split("=")[0] === option.name);
  const input = option.values.length ? valueField(option, given) : document.createElement("input");
  if (input instanceof HTMLInputElement && !option.values.length) {
    input.type = "checkbox";
    input.checked = given !== undefined;
  }
  input.name = option.name;
  label.className = "field";
  const words = document.createElement("span");
  words.textContent = option.meaning;
  label.append(words, input);
  return label;
}

/** @param {{values: string[]}} option @param {string|undefined} given */
function valueField(option, given) {
  if (option.values.includes("N")) {
    const input = document.createElement("input");
    Object.assign(input, { type: "number", min: "1", max: "99", placeholder: say("as-usual"), value: given ? given.split("=")[1] : "" });
    return input;
  }
  const select = document.createElement("select");
  select.append(new Option(say("as-usual"), ""));
  for (const value of option.values) select.append(new Option(say(`value-${value}`) === `value-${value}` ? value : say(`value-${value}`), value));
  select.value = given ? given.split("=")[1] : "";
  return select;
}

/** The options chosen in the dialog, as texts. @param {HTMLElement} fields */
function chosen(fields) {
  const texts = [];
  for (const field of fields.querySelectorAll("input, select")) {
    const input = /** @type {HTMLInputElement} */ (field);
    if (input.type === "checkbox" && input.checked) texts.push(input.name);
    else if (input.type !== "checkbox" && input.value) texts.push(`${input.name}=${input.value}`);
  }
  return texts;
}

/** Show the rules of the game on the table, and first what they mean as it stands. @param {TableAnswer} answer */
export async function openRules({ id, full_name: fullName }) {
  const body = /** @type {HTMLElement} */ (dialog("rules").querySelector("[data-body]"));
  openToRead(dialog("rules"));
  showSituation(id);
  if (body.dataset.game === fullName) return;
  const page = await fetch(`/rules/${fullName}/`).then((response) => response.text()).catch(() => "");
  const article = new DOMParser().parseFromString(page, "text/html").querySelector("article");
  body.replaceChildren(article || document.createTextNode(say("no-connection")));
  if (article) body.dataset.game = fullName;
}

/** @param {string} id of the table */
async function showSituation(id) {
  const place = /** @type {HTMLElement} */ (dialog("rules").querySelector("[data-now]"));
  place.replaceChildren();
  const situation = await call("GET", `/tables/${id}/situation`).catch(() => null);
  if (!situation) return;
  const heading = document.createElement("h2");
  const list = document.createElement("ul");
  heading.textContent = say("right-now");
  list.append(...situation.lines.map(item));
  place.replaceChildren(heading, list);
}

/** @param {string} text */
function item(text) {
  const element = document.createElement("li");
  element.textContent = text;
  return element;
}

/** Show all cards of a pile. @param {import("./types.js").Pile} pile */
export function openPeek(pile) {
  const box = dialog("peek");
  const list = /** @type {HTMLElement} */ (box.querySelector("ol"));
  /** @type {HTMLElement} */ (box.querySelector("h2")).textContent = capital(pileWords(pile.name));
  const items = [...pile.cards].reverse().map((card) => {
    const item = document.createElement("li");
    item.dataset.suit = card[1];
    item.textContent = cardSign(card);
    return item;
  });
  if (pile.hidden) {
    const item = document.createElement("li");
    item.className = "wide";
    item.textContent = say("hidden-cards", { count: pile.hidden });
    items.push(item);
  }
  list.replaceChildren(...items);
  /** @type {HTMLElement} */ (box.querySelector("[data-note]")).textContent = pile.note || (items.length ? "" : say("empty"));
  openToRead(box);
}

/** Ask whether a counted attempt is to end. @param {() => void} end what then happens */
export function askToEnd(end) {
  const box = dialog("end-attempt");
  /** @type {HTMLFormElement} */ (box.querySelector("form")).onsubmit = end;
  box.showModal();
}

export function openKeys() {
  openToRead(dialog("keys"));
}

/** Open a dialog at its top; by itself the browser goes to the button at its end. @param {HTMLDialogElement} box */
function openToRead(box) {
  box.showModal();
  box.focus({ preventScroll: true });
  box.scrollTop = 0;
}
