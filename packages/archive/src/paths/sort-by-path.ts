// The order of the paths of a tree, the same on every system and in every locale.

/** Sorted by the bytes of their paths in UTF-8, as `LC_ALL=C sort` does. */
export function sortByPath<T extends { readonly path: string }>(items: Iterable<T>): T[] {
  return Array.from(items, (item) => ({ item, bytes: Buffer.from(item.path) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ item }) => item);
}
