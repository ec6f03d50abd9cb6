// Processes long lists in pieces, so that ten thousand atoms do not block the event loop.

const ITEMS_AT_A_TIME = 200;

/** Maps the items in pieces of a few milliseconds, and yields to the event loop in between. */
export async function inPieces<From, To>(
  items: readonly From[],
  make: (item: From) => To | Promise<To>,
): Promise<To[]> {
  const made: To[] = [];
  for (let at = 0; at < items.length; at += ITEMS_AT_A_TIME) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    for (const one of await Promise.all(items.slice(at, at + ITEMS_AT_A_TIME).map(make))) made.push(one);
  }
  return made;
}
