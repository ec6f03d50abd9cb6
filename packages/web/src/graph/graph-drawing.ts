// Turns atoms and edges into a drawing: which atoms, where, how large, and with which names.
import type { GraphAtom } from '@prime-registry/store';
import { titleOf } from './atom-title.ts';
import type { Link } from './components.ts';
import { joinEdges, type NamedVerbs, nameVerbs } from './drawn-edges.ts';
import { breakName, chooseLabels, type Label } from './graph-labels.ts';
import { layOutGraph } from './graph-layout.ts';

/** The maximum number of atoms in a picture: more would be illegible and slow. */
export const MAX_DRAWN = 3000;
/** The least size of a picture, so that a few atoms do not become gigantic. */
const LEAST = { width: 640, height: 400 } as const;
/** Names in a picture without scripts, at most, if not all fit. */
const MAX_NAMED = 90;

export interface DrawnAtom {
  readonly atom: GraphAtom;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  /** Relative to the size of a shape, which is 1; a multiple of 0.2. */
  readonly scale: number;
}

export interface GraphDrawing extends NamedVerbs {
  readonly atoms: readonly DrawnAtom[];
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

/**
 * Where the atoms of a drawing are in a picture with a margin, and at which scale.
 * @param most - pixels for a unit of the drawing: a few atoms need not fill the picture
 */
export function fitDrawing(
  picture: { readonly width: number; readonly height: number; readonly margin: number },
  { width, height }: GraphDrawing,
  most = Number.POSITIVE_INFINITY,
) {
  const room = (side: number): number => side - 2 * picture.margin;
  const scale = Math.min(most, room(picture.width) / width, room(picture.height) / height);
  const place = ({ x, y }: DrawnAtom): [number, number] => [
    picture.width / 2 + (x - width / 2) * scale,
    picture.height / 2 + (y - height / 2) * scale,
  ];
  return { scale, place };
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
