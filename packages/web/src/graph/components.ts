// Which nodes hang together, directly or through others.

/** An edge, by the places of its nodes. */
export type Link = readonly [from: number, to: number];

/** The groups of nodes that links hold together, the largest first; in a group, nodes in their order. */
export function findComponents(count: number, links: readonly Link[]): number[][] {
  const parents = Array.from({ length: count }, (_, index) => index);
  const rootOf = (node: number): number => {
    let root = node;
    while (parents[root] !== root) {
      // Halves the way for whoever comes next.
      const next = parents[parents[root] ?? root] ?? root;
      parents[root] = next;
      root = next;
    }
    return root;
  };
  for (const [from, to] of links) {
    const [a, b] = [rootOf(from), rootOf(to)];
    if (a !== b) parents[Math.max(a, b)] = Math.min(a, b);
  }
  const groups = Map.groupBy(parents.keys(), rootOf);
  return [...groups.values()].toSorted((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

/** For each node, those it is linked with, in either direction. */
export function listNeighbours(count: number, links: readonly Link[]): number[][] {
  const neighbours = Array.from({ length: count }, (): number[] => []);
  for (const [from, to] of links) {
    neighbours[from]?.push(to);
    neighbours[to]?.push(from);
  }
  return neighbours;
}
