// First positions of the nodes of a component: rings around the node with the most links, by distance from
// it. Linked nodes start near each other, so a few steps of the forces are enough.

export type Places = Readonly<Record<'x' | 'y', Float64Array>>;

/** A node in the breadth-first tree. */
interface Step {
  readonly node: number;
  readonly parent: number | undefined;
  readonly depth: number;
  /** Number of nodes in its subtree, itself included. */
  size: number;
  /** The sector of its subtree, in radians. */
  begin: number;
  width: number;
  /** How many nodes of its subtree already have a position. */
  placed: number;
}

/**
 * Places the nodes on rings, each subtree in a sector of proportional width.
 * @param ringWidth - distance between rings
 */
export function placeInRings(
  nodes: readonly number[],
  neighbours: readonly (readonly number[])[],
  places: Places,
  ringWidth: number,
): void {
  const steps = walkOutwards(findBusiest(nodes, neighbours), neighbours);
  for (const step of [...steps.values()].reverse()) {
    const parent = step.parent === undefined ? undefined : steps.get(step.parent);
    if (parent !== undefined) parent.size += step.size;
  }
  for (const step of steps.values()) {
    const parent = step.parent === undefined ? undefined : steps.get(step.parent);
    if (parent !== undefined) {
      const unit = parent.width / (parent.size - 1);
      step.begin = parent.begin + parent.placed * unit;
      step.width = step.size * unit;
      parent.placed += step.size;
    }
    const angle = step.begin + step.width / 2;
    places.x[step.node] = Math.cos(angle) * step.depth * ringWidth;
    places.y[step.node] = Math.sin(angle) * step.depth * ringWidth;
  }
}

function findBusiest(nodes: readonly number[], neighbours: readonly (readonly number[])[]): number {
  const degreeOf = (node: number): number => neighbours[node]?.length ?? 0;
  return nodes.reduce((best, node) => (degreeOf(node) > degreeOf(best) ? node : best));
}

/** Breadth first: nearer nodes come first. */
function walkOutwards(centre: number, neighbours: readonly (readonly number[])[]): Map<number, Step> {
  const stepTo = (node: number, parent: number | undefined, depth: number): Step => ({
    ...{ node, parent, depth },
    ...{ size: 1, begin: 0, width: 2 * Math.PI, placed: 0 },
  });
  const steps = new Map([[centre, stepTo(centre, undefined, 0)]]);
  // A Map also iterates over entries that are added in the meantime.
  for (const { node, depth } of steps.values()) {
    for (const other of neighbours[node] ?? []) {
      if (!steps.has(other)) steps.set(other, stepTo(other, node, depth + 1));
    }
  }
  return steps;
}
