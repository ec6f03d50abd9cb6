// Renders a graph as a small image: dots and lines, without names.
import { midtoneOf } from '../parts/atom/kinds.ts';
import { n } from '../parts/atom/shapes.ts';
import { html } from '../parts/html.ts';
import { type DrawnAtom, fitDrawing, type GraphDrawing } from './graph-drawing.ts';

const THUMB = { width: 400, height: 300, margin: 14 } as const;

export function renderThumbnail(drawing: GraphDrawing): string {
  const { atoms, edges } = drawing;
  const { place } = fitDrawing(THUMB, drawing);
  const shown = (atom: DrawnAtom): string => place(atom).map(n).join(' ');
  const radius = Math.min(5, Math.max(1.3, 70 / Math.sqrt(atoms.length + 1) / 2.4));
  const lines = edges.map(({ from, to }) => {
    const [a, b] = [atoms[from], atoms[to]];
    return a === undefined || b === undefined ? '' : `M${shown(a)}L${shown(b)}`;
  });
  const dots = atoms.map((drawn) => {
    const [x, y] = place(drawn);
    return html`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * drawn.scale)}" fill="${midtoneOf(drawn.atom.kind)}"/>`;
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${THUMB.width} ${THUMB.height}"><path d="${lines.join('')}" fill="none" stroke="#8a877f" stroke-opacity=".5" stroke-width=".8"/>${dots}</svg>`
    .text;
}
