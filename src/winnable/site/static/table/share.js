/** Giving away a link: a sentence and an address, by the system's own way of sharing where there is one. */

import { call } from "./api.js";
import { tell } from "./speak.js";
import { dayWords, say } from "./words.js";

/** What a deal is called. @typedef {{title: string, full_name: string, number: number|string|null, daily?: string|null}} Deal */

/** Give away a link to a deal, or to the board of the day that it is. @param {Deal} deal */
export function shareDeal({ title, full_name, number, daily }) {
  const path = daily ? `/daily/${daily}/${full_name}/` : `/play/${full_name}/${number}/`;
  const names = { game: title, number: String(number), date: daily ? dayWords(daily) : "" };
  return give(say(daily ? "share-board-text" : "share-text", names), path);
}

/** Make a finished game public and give away a link to its replay. Throws Refused. @param {string} id of the table */
export async function shareReplay(id) {
  const { shared, title, number, moves, result } = await call("POST", `/tables/${id}/share`);
  await give(say(result === "won" ? "share-won-text" : "share-replay-text", { game: title, number: String(number), moves }), shared);
}

/** The share sheet, else the clipboard, else a field to copy from. @param {string} text @param {string} path */
async function give(text, path) {
  const url = location.origin + path;
  if (await shareSheet(text, url)) return;
  const both = `${text} ${url}`;
  try {
    await navigator.clipboard.writeText(both);
    tell(say("copied"));
  } catch {
    show(both);
  }
}

/** Whether the system took it, or the player changed his mind. @param {string} text @param {string} url */
async function shareSheet(text, url) {
  if (!navigator.share) return false;
  try {
    await navigator.share({ text, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** @param {string} text */
function show(text) {
  const box = /** @type {HTMLDialogElement} */ (document.getElementById("share"));
  const field = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
  field.value = text;
  box.showModal();
  field.select();
}
