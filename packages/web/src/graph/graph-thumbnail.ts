// Renders a graph as a small image: dots and lines, without names.

import { midtoneOf } from '../parts/atom/kinds.ts';
import { n } from '../parts/atom/shapes.ts';
import { html } from '../parts/html.ts';
import type { DrawnAtom, GraphDrawing } from './graph-drawing.ts';

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
    return html`<circle cx="${n(placeX(drawn))}" cy="${n(placeY(drawn))}" r="${n(radius * drawn.scale)}" fill="${midtoneOf(drawn.atom.kind)}"/>`;
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${THUMB.width} ${THUMB.height}"><path d="${lines.join('')}" fill="none" stroke="#8a877f" stroke-opacity=".5" stroke-width=".8"/>${dots}</svg>`
    .text;
}
