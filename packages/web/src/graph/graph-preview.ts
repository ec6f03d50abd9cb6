// Renders a graph as PNG, for sites that show a picture next to a link: most of them show no SVG. It has no
// names: letters would need a font and its licence.
import { midtoneOf } from '../parts/atom/kinds.ts';
import { Bitmap, readColour } from '../picture/bitmap.ts';
import { fitDrawing, type GraphDrawing } from './graph-drawing.ts';

/** The size that previews of links have. */
const SIZE = { width: 1200, height: 630, margin: 50 } as const;
/** More lines would be a grey area, and take long to draw. */
const MAX_LINES = 3000;
const MAX_SCALE = 1.6;
const PAPER = '#faf8f3';
const LINE = '#8d8575';

/** The picture, about 20 to 200 KB. */
export function renderPreview(drawing: GraphDrawing): Uint8Array {
  const { atoms, edges } = drawing;
  const { scale, place } = fitDrawing(SIZE, drawing, MAX_SCALE);
  const bitmap = new Bitmap(SIZE.width, SIZE.height);
  bitmap.fill(readColour(PAPER));
  for (const { from, to } of edges.slice(0, MAX_LINES)) {
    const [a, b] = [atoms[from], atoms[to]];
    if (a === undefined || b === undefined) continue;
    bitmap.drawLine([...place(a), ...place(b)], 1.2, readColour(LINE), 0.6);
  }
  for (const atom of atoms) {
    const radius = Math.max(2, 9 * atom.scale * scale);
    bitmap.drawCircle(...place(atom), radius, readColour(midtoneOf(atom.atom.kind)));
  }
  return bitmap.toPng();
}
