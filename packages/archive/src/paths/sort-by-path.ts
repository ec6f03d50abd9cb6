// The order of the paths of a tree, the same on every system and in every locale.

/** In such texts, and only in them, code units are in the order of their bytes in UTF-8. */
const ASCII = /^\p{ASCII}*$/u;

/** Sorted by the bytes of their paths in UTF-8, as `LC_ALL=C sort` does. */
export function sortByPath<T extends { readonly path: string }>(items: Iterable<T>): T[] {
  const list = [...items];
  if (list.every(({ path }) => ASCII.test(path))) {
    return list.sort(({ path: a }, { path: b }) => (a < b ? -1 : a > b ? 1 : 0));
  }
  return list
    .map((item) => ({ item, bytes: Buffer.from(item.path) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ item }) => item);
}
