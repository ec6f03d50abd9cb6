// Moves the nodes of a component until linked ones are near and all are apart. Nodes push only those in the cells around
// their own, so that a step takes time in proportion to nodes and links.
import type { Link } from './components.ts';
import type { Places } from './first-places.ts';

/** The most that a step of a large component costs, in nodes times steps. */
const MAX_WORK = 240_000;
/** Most nodes in a cell that push one node: hostile graphs may put all in one place. */
const MAX_PUSHERS = 24;

/**
 * Lets the forces work, yielding after each step.
 * @param distance - how far linked nodes should be from each other
 */
export function* relax(
  nodes: readonly number[],
  links: readonly Link[],
  places: Places,
  distance: number,
): Generator<void> {
  const steps = Math.round(Math.min(260, Math.max(60, MAX_WORK / nodes.length)));
  const degrees = new Map<number, number>();
  for (const node of links.flat()) degrees.set(node, (degrees.get(node) ?? 0) + 1);
  const count = places.x.length;
  const push = { x: new Float64Array(count), y: new Float64Array(count) };
  for (let step = 0; step < steps; step += 1) {
    const heat = 1 - step / steps;
    pushApart(nodes, places, push, distance);
    pullTogether(links, places, push, distance, degrees);
    for (const node of nodes) {
      // Towards the middle, a little.
      const dx = (push.x[node] ?? 0) - (places.x[node] ?? 0) * 0.012;
      const dy = (push.y[node] ?? 0) - (places.y[node] ?? 0) * 0.018;
      const length = Math.hypot(dx, dy);
      const most = Math.min(length, distance * (0.04 + 0.5 * heat)) / (length || 1);
      places.x[node] = (places.x[node] ?? 0) + dx * most;
      places.y[node] = (places.y[node] ?? 0) + dy * most;
      push.x[node] = 0;
      push.y[node] = 0;
    }
    yield;
  }
}

function pushApart(nodes: readonly number[], places: Places, push: Places, distance: number): void {
  const cellSize = distance * 2.2;
  const columnOf = (node: number): number => Math.floor((places.x[node] ?? 0) / cellSize);
  const rowOf = (node: number): number => Math.floor((places.y[node] ?? 0) / cellSize);
  const keyOf = (column: number, row: number): number => column * 65_536 + row;
  const cells = new Map<number, number[]>();
  for (const node of nodes) {
    const key = keyOf(columnOf(node), rowOf(node));
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [node]);
    else cell.push(node);
  }
  for (const node of nodes) {
    const [column, row] = [columnOf(node), rowOf(node)];
    for (let place = 0; place < 9; place += 1) {
      const cell = cells.get(keyOf(column + (place % 3) - 1, row + Math.floor(place / 3) - 1));
      if (cell === undefined) continue;
      const stride = Math.ceil(cell.length / MAX_PUSHERS);
      for (let at = node % stride; at < cell.length; at += stride) {
        const other = cell[at] ?? node;
        if (other !== node) pushFrom(node, other, places, push, distance, cellSize, stride);
      }
    }
  }
}

function pushFrom(
  node: number,
  other: number,
  { x, y }: Places,
  push: Places,
  distance: number,
  reach: number,
  weight: number,
): void {
  let dx = (x[node] ?? 0) - (x[other] ?? 0);
  let dy = (y[node] ?? 0) - (y[other] ?? 0);
  if (dx === 0 && dy === 0) {
    // In the same place: apart in directions of their own.
    dx = Math.cos(node);
    dy = Math.sin(node);
  }
  const squared = Math.max(dx * dx + dy * dy, distance);
  if (squared > reach * reach) return;
  const force = (0.32 * weight * distance * distance) / squared;
  push.x[node] = (push.x[node] ?? 0) + dx * force;
  push.y[node] = (push.y[node] ?? 0) + dy * force;
}

function pullTogether(
  links: readonly Link[],
  { x, y }: Places,
  push: Places,
  distance: number,
  degrees: ReadonlyMap<number, number>,
): void {
  for (const [from, to] of links) {
    const dx = (x[to] ?? 0) - (x[from] ?? 0);
    const dy = (y[to] ?? 0) - (y[from] ?? 0);
    const length = Math.hypot(dx, dy) || 1;
    // A node with many links would else be torn to and fro.
    const degree = Math.min(degrees.get(from) ?? 1, degrees.get(to) ?? 1);
    const force = (0.35 * (length - distance)) / length / Math.sqrt(degree);
    push.x[from] = (push.x[from] ?? 0) + dx * force;
    push.y[from] = (push.y[from] ?? 0) + dy * force;
    push.x[to] = (push.x[to] ?? 0) - dx * force;
    push.y[to] = (push.y[to] ?? 0) - dy * force;
  }
}
