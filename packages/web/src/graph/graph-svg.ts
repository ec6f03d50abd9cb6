// Renders a graph as SVG. All lines are one path and all shapes of a colour another, so that a picture of
// thousands of atoms is small and quick to draw. A script takes the paths apart again: each line and each
// shape begins with `M`.
import { atomPagePath } from '@prime-registry/protocol';
import { colourOf, shapeOf } from '../parts/atom/kinds.ts';
import { n, shapePath } from '../parts/atom/shapes.ts';
import { escapeText, Html } from '../parts/html.ts';
import type { DrawnEdge } from './drawn-edges.ts';
import type { DrawnAtom, GraphDrawing } from './graph-drawing.ts';
import { LINE_HEIGHT } from './graph-labels.ts';

/** Up to this number of atoms, the keyboard moves from one to the next. For more, the list is better. */
const MAX_TABBED = 60;
/** Up to this number of atoms, each is a link in the picture, and lines have arrows. */
const MAX_LINKED = 150;

/** Renders the picture of the page, as text because it is cached. */
export function renderGraph(drawing: GraphDrawing, name: string, version: string, label: string): Html {
  const { atoms, edges, verbs, labels, width, height, fontSize } = drawing;
  const isLinked = atoms.length <= MAX_LINKED;
  const numbers = new Map(verbs.map(({ verb }, index) => [verb, index]));
  const ends = edges.map((edge) =>
    [edge.from, edge.to, ...edge.verbs.map((verb) => numbers.get(verb) ?? 0)].join(' '),
  );
  const byColour = [...Map.groupBy(atoms, ({ atom }) => colourOf(atom.kind))];
  const base = atomPagePath(name, version, '');
  const parts = [
    `<svg viewBox="0 0 ${n(width)} ${n(height)}" role="group" aria-label="${escapeText(label)}">`,
    `<path class="lines" data-lines="${ends.join(';')}" data-verbs="${escapeText(verbs.map(({ verb }) => verb.replaceAll(/\s+/g, ' ')).join('\n'))}" d="${edges.map((edge) => renderLine(edge, atoms, isLinked)).join('')}"/>`,
    '<g class="shapes">',
    ...byColour.map(
      ([colour, ofColour]) => `<path class="k${colour}" d="${ofColour.map(renderShape).join('')}"/>`,
    ),
    `</g><g class="texts" font-size="${n(fontSize)}" aria-hidden="true">`,
    ...labels.map(({ x, y, lines }) =>
      lines.map((line, index) => renderText(line, x, y + index * LINE_HEIGHT * fontSize)).join(''),
    ),
    '</g>',
    ...(isLinked
      ? atoms.map((atom, index) => renderLink(atom, index, base, atoms.length <= MAX_TABBED))
      : []),
    '</svg>',
  ];
  return new Html(parts.join(''));
}

function renderLine({ from, to }: DrawnEdge, atoms: readonly DrawnAtom[], hasArrow: boolean): string {
  const [a, b] = [atoms[from], atoms[to]];
  if (a === undefined || b === undefined) return '';
  if (!hasArrow) return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  // The arrow ends at the edge of the shape.
  const [x, y] = [b.x - dx * (8 * b.scale + 2), b.y - dy * (8 * b.scale + 2)];
  const wings = `m${n(-7 * dx + 4 * dy)} ${n(-7 * dy - 4 * dx)}L${n(x)} ${n(y)}l${n(-7 * dx - 4 * dy)} ${n(-7 * dy + 4 * dx)}`;
  return `M${a.x} ${a.y}L${n(x)} ${n(y)}${wings}`;
}

function renderShape({ atom, x, y, scale }: DrawnAtom): string {
  return shapePath(shapeOf(atom.kind), x, y, scale);
}

function renderText(line: string, x: number, y: number): string {
  return `<text x="${n(x)}" y="${n(y)}">${escapeText(line)}</text>`;
}

/** The link is around an invisible circle, which gets the focus ring. */
function renderLink(
  { atom, title, x, y, scale }: DrawnAtom,
  index: number,
  base: string,
  isTabbed: boolean,
): string {
  const name = escapeText(`${title} (${atom.kind})`);
  return `<a href="${base}${escapeText(atom.id)}" data-atom="${index}" aria-label="${name}"${isTabbed ? '' : ' tabindex="-1"'}><title>${name}</title><circle cx="${x}" cy="${y}" r="${n(8 * scale + 3)}"/></a>`;
}
