// Reads a long list page by page, so that memory does not grow with it.

/**
 * All items of a list, up to an empty page: a page may have fewer items than were asked for before the last one, such as
 * signatures of a damaged database whose version is gone.
 * @param begin - a place before the first item
 * @param read - the items behind a place: each item is the place behind which the next page begins
 */
export async function* listAll<Place, Item extends Place>(
  begin: Place,
  read: (after: Place) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let after = begin; ; ) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;

    yield* page;
    after = last;
  }
}
