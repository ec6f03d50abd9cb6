// The mark of the product as pixels: browsers ask for /favicon.ico, and phones for an icon of their home screen.
import { Bitmap, readColour } from './bitmap.ts';

const CIRCLES = [
  [11, 6, 4],
  [19, 13, 2.6],
  [6, 18, 3.2],
] as const;
const LINES = [
  [6, 18, 11, 6],
  [11, 6, 19, 13],
  [19, 13, 6, 18],
] as const;
/** The mark has this width and height. */
const UNITS = 24;

function drawMark(bitmap: Bitmap, colour: string, margin: number): void {
  const ink = readColour(colour);
  const scale = (bitmap.width - 2 * margin) / UNITS;
  const at = (units: number): number => margin + units * scale;
  for (const [x1, y1, x2, y2] of LINES) bitmap.drawLine([at(x1), at(y1), at(x2), at(y2)], 1.6 * scale, ink);
  for (const [x, y, radius] of CIRCLES) bitmap.drawCircle(at(x), at(y), radius * scale, ink);
}

/** A PNG of 180 by 180 pixels, without transparency. @param colour - as `#rrggbb` */
export function drawTouchIcon(colour: string): Uint8Array {
  const bitmap = new Bitmap(180, 180);
  bitmap.fill([250, 248, 243]);
  drawMark(bitmap, colour, 22);
  return bitmap.toPng();
}

/** A file for /favicon.ico with one PNG of 32 by 32 pixels. @param colour - as `#rrggbb` */
export function packIcon(colour: string): Uint8Array {
  const bitmap = new Bitmap(32, 32);
  drawMark(bitmap, colour, 1);
  const png = bitmap.toPng();
  const header = Buffer.alloc(22);
  // An icon with one picture: its width, height, planes, bits a pixel, length, and where it begins.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([32, 32], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
