// Lays out a graph: deterministic, in time proportional to nodes and links.
import { findComponents, type Link, listNeighbours } from './components.ts';
import { type Places, placeInRings } from './first-places.ts';
import { relax } from './forces.ts';

export interface GraphLayout extends Places {
  readonly width: number;
  readonly height: number;
  /** Approximate distance of linked nodes. */
  readonly distance: number;
}

interface Box extends Readonly<Record<'left' | 'top' | 'width' | 'height', number>> {
  readonly nodes: readonly number[];
}

/** Lays out a graph. Duplicate links and links to the node itself are allowed. */
export function layOutGraph(count: number, links: readonly Link[]): GraphLayout {
  const distance = count <= 40 ? 130 : count <= 150 ? 90 : 60;
  const neighbours = listNeighbours(count, links);
  const places = { x: new Float64Array(count), y: new Float64Array(count) };
  const components = findComponents(count, links);
  const linked = components.filter(({ length }) => length > 1);
  const alone = components.filter(({ length }) => length === 1).flat();
  const inComponent = groupLinks(linked, links);
  for (const [index, nodes] of linked.entries()) {
    placeInRings(nodes, neighbours, places, distance * 0.8);
    relax(nodes, inComponent[index] ?? [], places, distance);
    // Names are wide, and so are screens.
    for (const node of nodes) places.x[node] = (places.x[node] ?? 0) * (count <= 150 ? 1.45 : 1.25);
  }
  if (alone.length > 0) placeInGrid(alone, places, distance * (count <= 40 ? 1.35 : 0.9), distance * 0.62);
  const groups = alone.length > 0 ? [...linked, alone] : linked;
  const margin = distance * (count <= 150 ? 0.75 : 0.6);
  const size = packBoxes(
    groups.map((nodes) => boxAround(nodes, places, margin)),
    places,
  );
  return { ...places, ...size, distance };
}

function groupLinks(components: readonly (readonly number[])[], links: readonly Link[]): Link[][] {
  const componentOf = new Map(components.flatMap((nodes, index) => nodes.map((node) => [node, index])));
  const grouped = components.map((): Link[] => []);
  for (const link of links) grouped[componentOf.get(link[0]) ?? -1]?.push(link);
  return grouped;
}

/** Nodes without a link, in rows. */
function placeInGrid(nodes: readonly number[], { x, y }: Places, stepX: number, stepY: number): void {
  const columns = Math.ceil(Math.sqrt((nodes.length * 2.4 * stepY) / stepX));
  for (const [index, node] of nodes.entries()) {
    x[node] = (index % columns) * stepX;
    y[node] = Math.floor(index / columns) * stepY;
  }
}

function boxAround(nodes: readonly number[], { x, y }: Places, margin: number): Box {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const node of nodes) {
    left = Math.min(left, x[node] ?? 0);
    right = Math.max(right, x[node] ?? 0);
    top = Math.min(top, y[node] ?? 0);
    bottom = Math.max(bottom, y[node] ?? 0);
  }
  return {
    nodes,
    left: left - margin * 1.3,
    top: top - margin * 0.7,
    width: right - left + margin * 2.6,
    height: bottom - top + margin * 1.4,
  };
}

/** Packs the boxes in rows, the largest first, about as wide as a screen, and moves their nodes there. */
function packBoxes(boxes: readonly Box[], { x, y }: Places): { width: number; height: number } {
  const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  const widest = boxes.reduce((most, { width }) => Math.max(most, width), 1);
  const rowWidth = Math.max(widest, Math.sqrt(area * 1.6));
  const rows: { boxes: Box[]; width: number; height: number }[] = [];
  for (const box of boxes) {
    const row = rows.at(-1);
    if (row === undefined || row.width + box.width > rowWidth)
      rows.push({ boxes: [box], width: box.width, height: box.height });
    else {
      row.boxes.push(box);
      row.width += box.width;
      row.height = Math.max(row.height, box.height);
    }
  }
  let top = 0;
  for (const row of rows) {
    let left = (rowWidth - row.width) / 2;
    for (const box of row.boxes) {
      const down = top + (row.height - box.height) / 2 - box.top;
      for (const node of box.nodes) {
        x[node] = (x[node] ?? 0) + left - box.left;
        y[node] = (y[node] ?? 0) + down;
      }
      left += box.width;
    }
    top += row.height;
  }
  return { width: rowWidth, height: Math.max(top, 1) };
}
