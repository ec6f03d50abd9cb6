// Finds import circles. Pure: the imports are passed as data.

/** The imports of each file, by its path. All paths are relative to the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * The circles of a graph: sets of two or more files that reach each other (strongly connected components,
 * Tarjan's algorithm). Type imports count, because readers follow them too.
 */
export function findImportCircles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): number {
    const index = order.size;
    order.set(file, index);
    lowest.set(file, index);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      const known = order.get(target);
      if (known === undefined) lower(file, visit(target));
      else if (stack.includes(target)) lower(file, known);
    }
    const low = lowest.get(file) ?? index;
    if (low === index) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  }

  function lower(file: string, to: number): void {
    lowest.set(file, Math.min(lowest.get(file) ?? to, to));
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
