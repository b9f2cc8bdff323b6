/** Everything the client says, from the texts that the page carries in the player's language. */

/** @type {Object<string, string>} */
const texts = JSON.parse(document.getElementById("texts")?.textContent || "{}");

/**
 * The text of a key with its {places} filled.
 * @param {string} key @param {Object<string, string|number>} [values]
 */
export function say(key, values = {}) {
  const text = texts[key] === undefined ? key : texts[key];
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A sentence with its first letter large. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A rank as the cards show it: 10 for T. @param {string} rank */
export function rankSign(rank) {
  return rank === "T" ? "10" : rank;
}

// U+FE0E asks for a plain sign: some phones would draw an emoji.
const SUIT_SIGNS = /** @type {Object<string, string>} */ ({ C: "♣\uFE0E", D: "♦\uFE0E", H: "♥\uFE0E", S: "♠\uFE0E" });

/** A card in short, such as 10♥; a rank alone where the text has no suit. @param {string} card */
export function cardSign(card) {
  return rankSign(card[0]) + (card[1] ? SUIT_SIGNS[card[1]] : "");
}

/** A card in words. @param {string} card */
export function cardWords(card) {
  const rank = say(`rank-${card[0]}`);
  return card[1] ? say("card", { rank, suit: say(`suit-${card[1]}`) }) : rank;
}

/** Some cards in words: one by name, a run by its ends. @param {string[]} cards */
export function cardsWords(cards) {
  if (cards.length === 1) return cardWords(cards[0]);
  return say("run", { count: cards.length, first: cardWords(cards[0]), last: cardWords(cards[cards.length - 1]) });
}

/** The same within a sentence that goes on. @param {string[]} cards */
export function cardsWithin(cards) {
  return cardsWords(cards) + (cards.length > 1 ? "," : "");
}

/** A pile's name in words. @param {string} name */
export function pileWords(name) {
  return say(`pile-${name[0]}`, { number: name.slice(1) });
}

/** A date such as 2026-11-30 as it is written out. @param {string} date */
export function dayWords(date) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/**
 * What events did, in words.
 * @param {import("./types.js").GameEvent[]} events
 */
export function eventsWords(events) {
  const told = [];
  const deals = events.filter((event) => event.kind === "deal");
  const gathered = events.some((event) => event.kind === "gather");
  if (gathered) told.push(say("did-gather"));
  if (deals.length) told.push(say("did-deal", { cards: deals.map((event) => cardsOr(event)).join(", ") }));
  const others = events.filter((event) => !["deal", "gather"].includes(event.kind));
  for (const event of others.slice(0, 3)) told.push(eventWords(event));
  if (others.length > 3) told.push(say("did-more", { count: others.length - 3 }));
  return told.map(capital).join(" ");
}

/**
 * What an undone step has put back, in words; of a gathered stock only that it is undone.
 * @param {import("./types.js").GameEvent[]} events
 */
export function undoneWords(events) {
  if (events.some((event) => ["gather", "recycle"].includes(event.kind))) return "";
  const moved = events.filter((event) => event.cards.length && event.kind !== "flip");
  const told = moved.slice(0, 3).map((event) => capital(eventWords({ ...event, kind: "move" })));
  if (moved.length > 3) told.push(say("did-more", { count: moved.length - 3 }));
  if (events.some((event) => event.target === "S")) told.push(say("did undo stock"));
  return told.join(" ");
}

/** @param {import("./types.js").GameEvent} event */
function eventWords(event) {
  const values = { cards: cardsOr(event), from: pileWords(event.source), to: pileWords(event.target) };
  return say(`did-${event.kind}`, values);
}

/** @param {import("./types.js").GameEvent} event */
function cardsOr(event) {
  if (event.kind === "turn") return event.cards.map(cardWords).join(", "); // no run, and each is new
  return event.cards.length ? cardsWithin(event.cards) : say("hidden-cards", { count: event.count });
}
