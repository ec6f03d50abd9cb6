// Turns atoms and edges into a drawing: which atoms, where, how large, and with which names.
import type { GraphAtom } from '@prime-registry/store';
import { titleOf } from './atom-title.ts';
import type { Link } from './components.ts';
import { breakName, chooseLabels, type Label } from './graph-labels.ts';
import { layOutGraph } from './graph-layout.ts';

/** The maximum number of atoms in a picture: more would be illegible and slow. */
export const MAX_DRAWN = 3000;
/** The maximum number of lines. */
const MAX_LINES = 8000;
/** Verbs that can be told apart in a picture; the rarest of more share one name. */
const MAX_VERBS = 16;
const OTHER_VERBS = 'other';
/** The least size of a picture, so that a few atoms do not become gigantic. */
const LEAST = { width: 640, height: 400 } as const;
/** Names in a picture without scripts, at most, if not all fit. */
const MAX_NAMED = 90;

/** An atom with its position. */
export interface DrawnAtom {
  readonly atom: GraphAtom;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  /** Relative to the size of a shape, which is 1; a multiple of 0.2. */
  readonly scale: number;
}

/** A line between two atoms, by their positions in the list. */
export interface DrawnEdge {
  readonly from: number;
  readonly to: number;
  readonly verbs: readonly string[];
}

/** A verb, and how many lines have it. */
interface DrawnVerb {
  readonly verb: string;
  readonly count: number;
}

/** A picture, before it is rendered. */
export interface GraphDrawing {
  readonly atoms: readonly DrawnAtom[];
  readonly edges: readonly DrawnEdge[];
  /** The most frequent first. */
  readonly verbs: readonly DrawnVerb[];
  /** Names that fit without scripts. */
  readonly labels: readonly Label[];
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
}

/**
 * Draws a graph; of very many atoms, the ones with the most edges. It takes up to some seconds. The atoms of
 * the drawing are in the given order.
 */
export function drawGraph(all: readonly GraphAtom[]): GraphDrawing {
  const chosen = chooseAtoms(all);
  const joined = joinEdges(chosen);
  const links = joined.map(({ from, to }): Link => [from, to]);
  const layout = layOutGraph(chosen.length, links);
  const width = Math.max(layout.width, LEAST.width);
  const height = Math.max(layout.height, LEAST.height);
  const [moveX, moveY] = [(width - layout.width) / 2, (height - layout.height) / 2];
  const degrees = new Array<number>(chosen.length).fill(0);
  for (const node of links.flat()) degrees[node] = (degrees[node] ?? 0) + 1;
  const atoms = chosen.map((atom, node): DrawnAtom => {
    const scale = (layout.distance / 60) ** 0.3 * Math.min(2, 0.85 + Math.sqrt(degrees[node] ?? 0) * 0.16);
    return {
      atom,
      title: titleOf(atom),
      x: Math.round((layout.x[node] ?? 0) + moveX),
      y: Math.round((layout.y[node] ?? 0) + moveY),
      scale: Math.round(scale * 5) / 5,
    };
  });
  // 12 pixels if the picture is as wide as the frame of a page; in a small picture, a fixed size.
  const fontSize = Math.max(13, width / 90);
  const busiest = [...degrees.keys()].toSorted((a, b) => (degrees[b] ?? 0) - (degrees[a] ?? 0) || a - b);
  const labels = chooseLabels(
    busiest.flatMap((node): Label[] => {
      const { x, y, title, scale } = atoms[node] ?? {};
      if (x === undefined || y === undefined || title === undefined) return [];
      return [{ x, y: y + 8 * (scale ?? 1) + fontSize, lines: breakName(title) }];
    }),
    fontSize,
    MAX_NAMED,
  );
  return { atoms, ...nameVerbs(joined), labels, width, height, fontSize };
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
  const busiest = all.toSorted((a, b) => (degrees.get(b.id) ?? 0) - (degrees.get(a.id) ?? 0));
  const drawn = new Set(busiest.slice(0, MAX_DRAWN));
  return all.filter((atom) => drawn.has(atom));
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

/** Counts the verbs, and gives the rarest of many one name. */
function nameVerbs(edges: readonly DrawnEdge[]): Pick<GraphDrawing, 'edges' | 'verbs'> {
  const counts = new Map<string, number>();
  for (const { verbs } of edges) for (const verb of verbs) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  const byCount = [...counts]
    .map(([verb, count]): DrawnVerb => ({ verb, count }))
    .toSorted((a, b) => b.count - a.count || (a.verb < b.verb ? -1 : 1));
  if (byCount.length <= MAX_VERBS) return { edges, verbs: byCount };
  const shown = byCount.filter(({ verb }) => verb !== OTHER_VERBS).slice(0, MAX_VERBS - 1);
  const own = new Set(shown.map(({ verb }) => verb));
  const named = edges.map((edge) => ({
    ...edge,
    verbs: [...new Set(edge.verbs.map((verb) => (own.has(verb) ? verb : OTHER_VERBS)))],
  }));
  const count = named.filter(({ verbs }) => verbs.includes(OTHER_VERBS)).length;
  return { edges: named, verbs: [...shown, { verb: OTHER_VERBS, count }] };
}
