/** The page that stands in while the server can't be reached: goes on by itself, and leads to the games kept here. */

import { keptAnswers } from "../table/kept.js";
import { dayWords, say } from "../table/words.js";

const WAITS = [2000, 2000, 4000, 8000, 15000]; // ms before each attempt; the last one again and again
let attempts = 0;

/** Load the page that was asked for, once the server answers. */
async function look() {
  const answer = await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(8000) }).catch(() => null);
  if (!answer?.ok) return later();
  if (location.pathname.startsWith("/offline/")) return location.replace("/"); // the page's own address: nothing was asked for
  return location.reload();
}

function later() {
  setTimeout(look, WAITS[Math.min(attempts++, WAITS.length - 1)] * (1 + Math.random() / 4)); // not all players at once
}

/** @param {import("../table/types.js").TableAnswer} answer */
function link(answer) {
  const item = document.createElement("li");
  const anchor = document.createElement("a");
  anchor.href = `/play/${answer.full_name}/#${answer.id}`;
  anchor.className = "button";
  const deal = answer.daily ? dayWords(answer.daily) : say("deal-number", { number: answer.number || "" });
  anchor.textContent = `${answer.title}, ${deal}`;
  item.append(anchor);
  return item;
}

const section = /** @type {HTMLElement} */ (document.getElementById("kept"));
const games = keptAnswers();
section.querySelector("ul")?.append(...games.map(link));
section.hidden = games.length === 0;
/** @type {HTMLElement} */ (document.querySelector("[data-script]")).hidden = false;
addEventListener("online", look);
later();
