// The neighbourhood of an atom as a small picture: what leads to it above, what it leads to below. Names are
// next to their shapes, one below the other, so that they never overlap and stay legible in a narrow column.
import { formatNumber } from '../parts/amounts.ts';
import { colourOf, shapeOf } from '../parts/atom/kinds.ts';
import { shapePath } from '../parts/atom/shapes.ts';
import { escapeText, Html } from '../parts/html.ts';
import { joinSome } from '../parts/prime/prime-entries.ts';
import { titleOf } from './atom-title.ts';
import { cutToWidth } from './text-width.ts';

export interface PicturedAtom {
  readonly id: string;
  /** Undefined if the registry does not have the atom. */
  readonly kind: string | undefined;
  readonly label?: string | undefined;
}

/** An edge between the atom and a neighbour. */
export interface PicturedEdge {
  readonly verb: string;
  /** `out`: from the atom to the neighbour. */
  readonly direction: 'in' | 'out';
  readonly neighbour: PicturedAtom;
  /** The path of the neighbour's page; undefined if there is none. */
  readonly path?: string | undefined;
}

/** The maximum number of neighbours in each direction; a line says how many more there are. */
const MAX_NEIGHBOURS = 6;
/** In pixels if the picture has its own width; it is as wide as its column, 270 px or more. */
const SIZE = { width: 320, row: 42, hub: 46, margin: 14, rail: 16, shapes: 66, names: 84 } as const;
const NAME_PX = 13;
const VERB_PX = 12;
/** How much wider bold letters are. */
const BOLD = 1.12;

interface Neighbour {
  readonly atom: PicturedAtom;
  readonly path: string | undefined;
  readonly verbs: string[];
}

/** Renders the picture; nothing for an atom without edges. Edges between the same atoms are joined. */
export function renderNeighbourhood(atom: PicturedAtom, edges: readonly PicturedEdge[]): Html | false {
  const incoming = joinEdges(edges.filter(({ direction }) => direction === 'in'));
  const outgoing = joinEdges(edges.filter(({ direction }) => direction === 'out'));
  if (incoming.length + outgoing.length === 0) return false;
  const parts: string[] = [];
  let top = SIZE.margin;
  const hub = top + rowsOf(incoming) * SIZE.row + SIZE.hub / 2;
  for (const [side, isIn] of [
    [incoming, true],
    [outgoing, false],
  ] as const) {
    for (const neighbour of side.slice(0, MAX_NEIGHBOURS)) {
      parts.push(renderNeighbour(neighbour, top + SIZE.row / 2, hub, isIn));
      top += SIZE.row;
    }
    if (side.length > MAX_NEIGHBOURS) {
      const rest = `and ${formatNumber(side.length - MAX_NEIGHBOURS)} more ${isIn ? 'lead here' : 'that it leads to'}`;
      parts.push(renderText(rest, SIZE.names, top + SIZE.row / 2 + 4, VERB_PX, 'said'));
      top += SIZE.row;
    }
    if (isIn) top += SIZE.hub;
  }
  const title = cutToWidth(titleOf(atom), (SIZE.width - SIZE.rail - 24) / (BOLD * (NAME_PX + 1)));
  const label = `Neighbours of ${titleOf(atom)}: ${incoming.length} lead to it, it leads to ${outgoing.length}`;
  return new Html(
    `<svg class="around" viewBox="0 0 ${SIZE.width} ${top + SIZE.margin}" role="group" aria-label="${escapeText(label)}">${parts.join('')}${renderShape(atom.kind, SIZE.rail, hub, 1.5)}${renderText(title, SIZE.rail + 18, hub + 5, NAME_PX + 1, 'hub')}</svg>`,
  );
}

function joinEdges(edges: readonly PicturedEdge[]): Neighbour[] {
  const neighbours = new Map<string, Neighbour>();
  for (const { verb, neighbour: atom, path } of edges) {
    const known = neighbours.get(atom.id);
    if (known === undefined) neighbours.set(atom.id, { atom, path, verbs: [verb] });
    else if (!known.verbs.includes(verb)) known.verbs.push(verb);
  }
  return [...neighbours.values()];
}

function rowsOf({ length }: readonly Neighbour[]): number {
  return Math.min(length, MAX_NEIGHBOURS) + (length > MAX_NEIGHBOURS ? 1 : 0);
}

function renderNeighbour({ atom, path, verbs }: Neighbour, y: number, hub: number, isIn: boolean): string {
  const { rail, shapes, names, width } = SIZE;
  const title = titleOf(atom);
  const verb = joinSome(verbs);
  const name = renderText(cutToWidth(title, (width - names - 4) / NAME_PX), names, y - 1, NAME_PX, 'name');
  const said = renderText(cutToWidth(verb, (width - names - 4) / VERB_PX), names, y + 14, VERB_PX, 'said');
  const [from, to] = [hub + (isIn ? -11 : 11), shapes - 9];
  const turn = `Q${rail} ${y} ${rail + 16} ${y}`;
  // The arrow is at the end that the edge leads to.
  const tip = isIn ? `M${rail - 4} ${from - 5}L${rail} ${from}l4-5` : `M${to - 5} ${y - 4}L${to} ${y}l-5 4`;
  const line = `<path class="edge" d="M${rail} ${from}V${y + (isIn ? 16 : -16)}${turn}H${to}${tip}"/>`;
  const shown = `${renderShape(atom.kind, shapes, y, 1)}${name} ${said}`;
  // A link is named by what is seen of it; a title would be its name instead.
  return path === undefined
    ? `${line}<g><title>${escapeText(`${atom.kind ?? ''} ${atom.id}`.trim())}</title>${shown}</g>`
    : `${line}<a href="${escapeText(path)}">${renderRow(y)}${shown}</a>`;
}

/** The whole row is the target of a finger, not only the letters. */
function renderRow(y: number): string {
  const { width, row, shapes } = SIZE;
  return `<path class="row" d="M${shapes - 18} ${y - row / 2}H${width}v${row}H${shapes - 18}z"/>`;
}

function renderShape(kind: string | undefined, x: number, y: number, scale: number): string {
  const colour = kind === undefined ? 'gone' : `k${colourOf(kind)}`;
  const shape = shapePath(kind === undefined ? 0 : shapeOf(kind), x, y, scale);
  return `<path class="${colour}" d="${shape}"/>`;
}

function renderText(text: string, x: number, y: number, size: number, className: string): string {
  return `<text class="${className}" x="${x}" y="${y}" font-size="${size}">${escapeText(text)}</text>`;
}
