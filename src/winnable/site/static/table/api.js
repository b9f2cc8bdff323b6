/** Talking to the server: one function, which repeats a call until an answer comes. */

const WAITS = [300, 700, 1500, 3000, 5000]; // ms between attempts; the last one again and again

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

/** Told when the connection is lost (true) and when it is back (false). */
export const connection = new EventTarget();

/** @param {boolean} lost */
function tell(lost) {
  connection.dispatchEvent(new CustomEvent("change", { detail: lost }));
}

function csrfToken() {
  const found = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie);
  return found ? decodeURIComponent(found[1]) : "";
}

/** A random text that names one step, so that it is never done twice. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Call the API. Repeats the very same call while the server can't be reached.
 * Throws Refused for a 4xx, Stale for a 409 that carries a table.
 * @param {string} method @param {string} path below /api @param {object} [body] @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, signal) {
  for (let attempt = 0; ; attempt += 1) {
    const response = await attemptOnce(method, path, body, signal);
    if (response) {
      if (attempt) tell(false);
      return read(response);
    }
    tell(true);
    await new Promise((resolve) => setTimeout(resolve, WAITS[Math.min(attempt, WAITS.length - 1)]));
  }
}

/** One attempt: the response, or null when the server can't be reached. */
async function attemptOnce(/** @type {string} */ method, /** @type {string} */ path, /** @type {object|undefined} */ body,
  /** @type {AbortSignal|undefined} */ signal) {
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      signal,
    });
    return [502, 503, 504].includes(response.status) ? null : response;
  } catch (error) {
    if (signal && signal.aborted) throw error;
    return null;
  }
}

/** @param {Response} response */
async function read(response) {
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const table = answer.view ? answer : answer.table;
  if (response.status === 409 && table) throw new Stale(table);
  throw new Refused(response.status, answer);
}
