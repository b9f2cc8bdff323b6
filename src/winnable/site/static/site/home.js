/** The start page: the guest's games that are not finished yet. */

import { dayWords } from "../table/words.js";

const MOST = 4;
const texts = JSON.parse(document.getElementById("texts")?.textContent || "{}");
const section = /** @type {HTMLElement} */ (document.getElementById("unfinished"));

/** @param {{id: string, full_name: string, game: string, number: number|string, daily: string|null, moves_made: number}} table */
function link(table) {
  const item = document.createElement("li");
  const anchor = document.createElement("a");
  const title = document.querySelector(`h2 a[href="/play/${table.game}/"]`)?.textContent || table.game;
  anchor.href = `/play/${table.full_name}/#${table.id}`;
  anchor.className = "button";
  const deal = texts["deal-number"].replace("{number}", String(table.number));
  anchor.textContent = `${title}, ${table.daily ? `${texts["status-board"]} ${dayWords(table.daily)}` : deal}`;
  item.append(anchor);
  return item;
}

fetch("/api/tables").then((response) => response.json()).then((tables) => {
  const begun = tables.filter((/** @type {any} */ table) => table.state === "playing" && table.moves_made > 0).slice(0, MOST);
  section.querySelector("ul")?.append(...begun.map(link));
  section.hidden = begun.length === 0;
}, () => {});
