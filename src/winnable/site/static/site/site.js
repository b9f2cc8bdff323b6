/** What every page does: installs the service worker, forgets games that are not this player's, keeps the place in another language. */

import "./left.js";
import { forgetAllBut, keptAnswers } from "../table/kept.js";

/** Kept games that the server does not list are someone else's, or very old. */
async function forgetOthers() {
  if (!keptAnswers().length) return;
  const tables = await fetch("/api/tables").then((response) => (response.ok ? response.json() : null)).catch(() => null);
  if (tables) forgetAllBut(tables.map((/** @type {{id: string}} */ table) => table.id));
}

/** Tell the worker, by way of a cache that both see, the language of the page. */
async function noteLanguage() {
  const cache = await caches.open("winnable-language");
  await cache.put("/language", new Response(document.documentElement.lang));
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.matches("[data-forget]")) forgetAllBut([]);
  // The server does not see the part after #, and it names the game that is on the table.
  if (form.matches(".language")) /** @type {HTMLInputElement} */ (form.elements.namedItem("next")).value = location.pathname + location.search + location.hash;
});

addEventListener("load", () => {
  forgetOthers();
  if (!("serviceWorker" in navigator)) return; // without HTTPS there is none
  navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
  noteLanguage().catch(() => {});
});
