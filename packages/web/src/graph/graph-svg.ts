// Renders a graph as SVG: one for its page, in which every atom is a link, and a small image.
import { atomPagePath } from '@prime-registry/protocol';
import { escapeText, Html, html } from '../parts/html.ts';
import { colourOf, SHAPES, shapeOf } from '../parts/kinds.ts';
import { cutText, joinSome } from '../parts/prime-entries.ts';
import type { DrawnAtom, DrawnEdge, GraphDrawing } from './graph-drawing.ts';

/** Up to this number of atoms, the keyboard moves from one to the next. For more, the list is better. */
const MAX_TABBED = 60;
/** Up to this number of atoms, lines have arrows. */
const MAX_ARROWED = 150;

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** Renders the picture of the page, as text because it is cached. */
export function renderGraph(drawing: GraphDrawing, name: string, version: string, label: string): Html {
  const { atoms, edges, width, height, fontSize } = drawing;
  const base = atomPagePath(name, version, '');
  const hasArrows = atoms.length <= MAX_ARROWED;
  const parts = [
    `<svg viewBox="0 0 ${n(width)} ${n(height)}" role="group" aria-label="${escapeText(label)}" font-size="${n(fontSize)}"><defs>`,
    ...SHAPES.map((path, index) => `<path id="s${index}" d="${path}"/>`),
    '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto"><path d="M1 1 7 4 1 7z"/></marker>',
    `</defs><g class="edges-drawn"${hasArrows ? ' marker-end="url(#tip)"' : ''}>`,
    ...edges.map((edge) => renderEdge(edge, atoms, hasArrows)),
    '</g><g>',
    ...atoms.map((atom) => renderAtom(atom, base, atoms.length <= MAX_TABBED)),
    '</g></svg>',
  ];
  return new Html(parts.join(''));
}

function renderEdge({ from, to, verbs }: DrawnEdge, atoms: readonly DrawnAtom[], hasArrows: boolean): string {
  const [a, b] = [atoms[from], atoms[to]];
  if (a === undefined || b === undefined) return '';
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  // The arrow ends at the edge of the shape.
  const short = hasArrows ? (8 * b.scale) / (Math.hypot(dx, dy) || 1) : 0;
  return `<path d="M${n(a.x)} ${n(a.y)}L${n(b.x - dx * short)} ${n(b.y - dy * short)}" data-e="${from} ${to}" data-v="${escapeText(joinSome(verbs))}"/>`;
}

function renderAtom(drawn: DrawnAtom, base: string, isTabbed: boolean): string {
  const { atom, x, y, scale, lines, isNamed } = drawn;
  const { id, kind, description } = atom;
  const title = escapeText(`${kind} ${id}${description === '' ? '' : `: ${cutText(description, 160)}`}`);
  // In em, so that a script can keep the size of names during a zoom.
  const text = lines
    .map((line, index) => `<tspan x="0" dy="${index === 0 ? '.95' : '1.1'}em">${escapeText(line)}</tspan>`)
    .join('');
  return `<a class="atom k${colourOf(kind)}" href="${base}${escapeText(id)}" data-id="${escapeText(id)}" data-kind="${escapeText(kind)}"${isTabbed ? '' : ' tabindex="-1"'} transform="translate(${n(x)} ${n(y)})"><title>${title}</title><use href="#s${shapeOf(kind)}" transform="scale(${n(scale)})"/><text${isNamed ? '' : ' class="minor"'} y="${n(8 * scale)}" aria-hidden="true">${text}</text></a>`;
}

/** Colours for light and dark backgrounds: an image does not know its background. */
const MIDTONES = [
  '#4f8fd0',
  '#c07f35',
  '#d65a4e',
  '#45a274',
  '#9a79cc',
  '#2f9fac',
  '#c4679f',
  '#8f9f33',
  '#7e90a1',
  '#b07a60',
] as const;
const THUMB = { width: 400, height: 300, margin: 14 } as const;

/** Renders a small image: dots and lines, without names. */
export function renderThumbnail({ atoms, edges, width, height }: GraphDrawing): string {
  const scale = Math.min(
    (THUMB.width - 2 * THUMB.margin) / width,
    (THUMB.height - 2 * THUMB.margin) / height,
  );
  const placeX = ({ x }: DrawnAtom): number => THUMB.width / 2 + (x - width / 2) * scale;
  const placeY = ({ y }: DrawnAtom): number => THUMB.height / 2 + (y - height / 2) * scale;
  const radius = Math.min(5, Math.max(1.3, 70 / Math.sqrt(atoms.length + 1) / 2.4));
  const lines = edges.map(({ from, to }) => {
    const [a, b] = [atoms[from], atoms[to]];
    return a === undefined || b === undefined
      ? ''
      : `M${n(placeX(a))} ${n(placeY(a))}L${n(placeX(b))} ${n(placeY(b))}`;
  });
  const dots = atoms.map((drawn) => {
    const colour = MIDTONES[colourOf(drawn.atom.kind)] ?? MIDTONES[0];
    return html`<circle cx="${n(placeX(drawn))}" cy="${n(placeY(drawn))}" r="${n(radius * drawn.scale)}" fill="${colour}"/>`;
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${THUMB.width} ${THUMB.height}"><path d="${lines.join('')}" fill="none" stroke="#8a877f" stroke-opacity=".5" stroke-width=".8"/>${dots}</svg>`
    .text;
}
