// Turns atoms and edges into a drawing: which atoms, where, how large, and with which names.
import type { GraphAtom } from '@prime-registry/store';
import { shortOf } from '../parts/prime-entries.ts';
import type { Link } from './components.ts';
import { breakName, chooseLabels } from './graph-labels.ts';
import { layOutGraph } from './graph-layout.ts';

/** The maximum number of atoms in a picture: more would be illegible and slow. */
export const MAX_DRAWN = 2000;
/** The maximum number of lines. */
const MAX_LINES = 8000;

/** An atom with its position. */
export interface DrawnAtom {
  readonly atom: GraphAtom;
  readonly x: number;
  readonly y: number;
  /** Relative to the size of a shape, which is 1. */
  readonly scale: number;
  readonly lines: readonly string[];
  /** Whether its name is visible from the start. */
  readonly isNamed: boolean;
}

/** A line between two atoms, by their positions in the list. */
export interface DrawnEdge {
  readonly from: number;
  readonly to: number;
  readonly verbs: readonly string[];
}

/** A picture, before it is rendered. */
export interface GraphDrawing {
  readonly atoms: readonly DrawnAtom[];
  readonly edges: readonly DrawnEdge[];
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
}

/** Draws a graph; of very many atoms, the ones with the most edges. It takes up to some seconds. */
export function drawGraph(all: readonly GraphAtom[]): GraphDrawing {
  const atoms = chooseAtoms(all);
  const edges = joinEdges(atoms);
  const links = edges.map(({ from, to }): Link => [from, to]);
  const { x, y, width, height, distance } = layOutGraph(atoms.length, links);
  const degrees = new Array<number>(atoms.length).fill(0);
  for (const node of links.flat()) degrees[node] = (degrees[node] ?? 0) + 1;
  // About 12 pixels if the picture is as wide as a desktop screen; in a small picture, a fixed size.
  const fontSize = Math.min(Math.max(13, width / 95), distance / 2.4);
  const names = atoms.map(({ id, name }) => breakName(titleOf(id, name)));
  const byDegree = [...degrees.keys()].toSorted((a, b) => (degrees[b] ?? 0) - (degrees[a] ?? 0) || a - b);
  const named = chooseLabels(
    byDegree.map((node) => ({
      node,
      x: x[node] ?? 0,
      y: (y[node] ?? 0) + fontSize,
      lines: names[node] ?? [],
    })),
    fontSize,
    atoms.length <= 60 ? atoms.length : 90,
  );
  return {
    atoms: atoms.map((atom, node) => ({
      atom,
      x: x[node] ?? 0,
      y: y[node] ?? 0,
      scale: (distance / 60) ** 0.3 * Math.min(2, 0.85 + Math.sqrt(degrees[node] ?? 0) * 0.16),
      lines: names[node] ?? [],
      isNamed: named.has(node),
    })),
    edges,
    width,
    height,
    fontSize,
  };
}

/** The name of an atom in a picture. */
function titleOf(id: string, name: string): string {
  return name === '' ? shortOf(id) : name;
}

function chooseAtoms(all: readonly GraphAtom[]): readonly GraphAtom[] {
  if (all.length <= MAX_DRAWN) return all;
  const degrees = new Map<string, number>();
  const raise = (id: string): unknown => degrees.set(id, (degrees.get(id) ?? 0) + 1);
  for (const { id, edges } of all) {
    for (const { target } of edges) {
      raise(id);
      raise(target);
    }
  }
  const busiest = all
    .toSorted((a, b) => (degrees.get(b.id) ?? 0) - (degrees.get(a.id) ?? 0))
    .slice(0, MAX_DRAWN);
  return busiest.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** One line for all edges between two atoms in one direction. */
function joinEdges(atoms: readonly GraphAtom[]): DrawnEdge[] {
  const places = new Map(atoms.map(({ id }, index) => [id, index]));
  const lines = new Map<string, { from: number; to: number; verbs: string[] }>();
  for (const [from, { edges }] of atoms.entries()) {
    for (const { verb, target } of edges) {
      const to = places.get(target);
      if (to === undefined || to === from) continue;
      const key = `${from} ${to}`;
      const known = lines.get(key);
      if (known === undefined && lines.size >= MAX_LINES) continue;
      if (known === undefined) lines.set(key, { from, to, verbs: [verb] });
      else if (!known.verbs.includes(verb)) known.verbs.push(verb);
    }
  }
  return [...lines.values()];
}
