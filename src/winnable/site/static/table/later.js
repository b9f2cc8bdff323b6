/** The work that can wait until what was changed just now is painted. */

const LATE = 120; // ms after which it is done anyway: a browser that paints nothing tells of no frame

/** Wait until what was changed just now is painted. @returns {Promise<void>} */
export function painted() {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, LATE);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Work that is done once after the next frame, however often it is asked for before. */
export class Later {
  /** @param {() => void} work */
  constructor(work) {
    this.work = work;
    this.due = false;
  }

  ask() {
    if (!this.due) painted().then(() => this.now());
    this.due = true;
  }

  /** Do it now, if it is due. */
  now() {
    if (!this.due) return;
    this.due = false;
    this.work();
  }
}
