// Connected components of a graph.

/** An edge, by the positions of its nodes. */
export type Link = readonly [from: number, to: number];

/** The connected components, the largest first; nodes in ascending order. */
export function findComponents(count: number, links: readonly Link[]): number[][] {
  const parents = Array.from({ length: count }, (_, index) => index);
  const rootOf = (node: number): number => {
    let root = node;
    while (parents[root] !== root) {
      // Path halving: shortens the way for later calls.
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

/** The neighbours of each node, in either direction. */
export function listNeighbours(count: number, links: readonly Link[]): number[][] {
  const neighbours = Array.from({ length: count }, (): number[] => []);
  for (const [from, to] of links) {
    neighbours[from]?.push(to);
    neighbours[to]?.push(from);
  }
  return neighbours;
}
