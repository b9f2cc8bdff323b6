/** Which buttons can be pressed now. */

/** What may be asked for while a line is watched: nothing that plays. */
export const WHILE_WATCHING = ["settings", "rules", "keys", "share"];

/**
 * Switch off the buttons of what can't be done. The one that has the focus keeps it: it only says that it is off.
 * @param {import("./types.js").TableAnswer} answer @param {boolean} watching whether a line is watched
 */
export function enable(answer, watching) {
  const won = answer.state === "won";
  const cannot = /** @type {Object<string, boolean>} */ ({
    undo: !answer.can_undo, redo: !answer.can_redo, restart: !answer.can_undo && answer.state === "playing",
    "give up": won || answer.state === "given up", hint: won, "solve here": won,
  });
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-command]"))) {
    const name = button.dataset.command || "";
    const off = Boolean(cannot[name]) || (watching && !WHILE_WATCHING.includes(name));
    const focused = button === document.activeElement;
    button.disabled = off && !focused;
    button.ariaDisabled = off && focused ? "true" : null;
  }
}
