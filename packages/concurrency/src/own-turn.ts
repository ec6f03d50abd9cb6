// Gives steps of some milliseconds a turn of the event loop each, so that many of them at the same time do not
// delay everything else by their sum.

let last = Promise.resolve();

/** Resolves in a later turn of the event loop than for every earlier caller. Call it before such a step. */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
