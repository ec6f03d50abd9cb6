// Where the nodes of a component begin: around the one with the most links, in rings by how far they are from it. What is
// linked is near each other from the start, so that few steps of the forces are enough.

/** Coordinates by node. */
export interface Places {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** A node on the way outwards. */
interface Step {
  readonly node: number;
  readonly parent: number | undefined;
  readonly depth: number;
  /** Nodes behind it, itself included. */
  size: number;
  /** The sector that it and those behind it have, in radians. */
  begin: number;
  width: number;
  /** How many of the nodes behind it have a place. */
  placed: number;
}

/**
 * Puts the nodes into rings, each with a sector as wide as what is behind it.
 * @param ringWidth - how far rings are from each other
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

/** Breadth first: who is nearer comes first. */
function walkOutwards(centre: number, neighbours: readonly (readonly number[])[]): Map<number, Step> {
  const stepTo = (node: number, parent: number | undefined, depth: number): Step => ({
    node,
    parent,
    depth,
    size: 1,
    begin: 0,
    width: 2 * Math.PI,
    placed: 0,
  });
  const steps = new Map([[centre, stepTo(centre, undefined, 0)]]);
  // A map goes on to what is added on the way.
  for (const { node, depth } of steps.values()) {
    for (const other of neighbours[node] ?? []) {
      if (!steps.has(other)) steps.set(other, stepTo(other, node, depth + 1));
    }
  }
  return steps;
}
