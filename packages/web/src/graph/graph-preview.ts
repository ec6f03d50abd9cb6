// Renders a graph as a PNG for previews of links: most programs that show them know no SVG.
import { colourOf } from '../parts/kinds.ts';
import { Bitmap, readColour } from '../picture/bitmap.ts';
import type { DrawnAtom, GraphDrawing } from './graph-drawing.ts';
import { MIDTONES } from './graph-thumbnail.ts';

/** What programs show best (Open Graph). */
const SIZE = { width: 1200, height: 630, margin: 50 } as const;
const PAPER = readColour('#faf8f3');
const LINE = readColour('#8a877f');

/** Renders dots and lines, without names: up to some hundred milliseconds for the largest drawings. */
export function renderPreview({ atoms, edges, width, height }: GraphDrawing): Uint8Array {
  const bitmap = new Bitmap(SIZE.width, SIZE.height);
  bitmap.fill(PAPER);
  const [roomX, roomY] = [SIZE.width - 2 * SIZE.margin, SIZE.height - 2 * SIZE.margin];
  // A drawing of a few atoms is not blown up to the whole width.
  const scale = Math.min(roomX / width, roomY / height, 2.5);
  const place = ({ x, y }: DrawnAtom): readonly [number, number] => [
    SIZE.width / 2 + (x - width / 2) * scale,
    SIZE.height / 2 + (y - height / 2) * scale,
  ];
  for (const { from, to } of edges) {
    const [a, b] = [atoms[from], atoms[to]];
    if (a !== undefined && b !== undefined)
      bitmap.drawLine([...place(a), ...place(b)], 1.6, LINE, atoms.length > 300 ? 0.35 : 0.6);
  }
  const radius = Math.min(14, Math.max(3, 170 / Math.sqrt(atoms.length + 1)));
  for (const drawn of atoms) {
    const colour = MIDTONES[colourOf(drawn.atom.kind)] ?? MIDTONES[0];
    bitmap.drawCircle(...place(drawn), radius * drawn.scale, readColour(colour));
  }
  return bitmap.toPng();
}
