// Reads a long list page by page, so that memory does not grow with it.

/**
 * All items of a list.
 * @param pageSize - the most items that `read` returns; fewer are the last ones
 * @param begin - a place before the first item
 * @param read - the items behind a place: each item is the place behind which the next page begins
 */
export async function* listAll<Place, Item extends Place>(
  pageSize: number,
  begin: Place,
  read: (after: Place) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let after = begin; ; ) {
    const page = await read(after);
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1) ?? after;
  }
}
