// The icons of a registry. Browsers ask for /favicon.ico, and phones for an icon of their home screen: the mark of the product
// as pixels, if the operator has chosen no other.
import { Bitmap, readColour } from '../picture/bitmap.ts';
import type { SiteSettings } from './site-settings.ts';

export interface Picture {
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** What browsers and phones ask for by name. */
export interface Icons {
  readonly icon: Picture;
  /** Undefined if the mark is an SVG, which phones do not show. */
  readonly touchIcon: Picture | undefined;
}

/** The accent of the icons, where the operator has chosen none. */
export const ACCENT = '#b8432d';

export const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** Makes the icons: of the mark, or of the accent. */
export function makeIcons({ mark, colours }: SiteSettings): Icons {
  if (mark !== undefined) {
    const icon = { contentType: TYPES[mark.type], content: mark.content };
    return { icon, touchIcon: mark.type === 'png' ? icon : undefined };
  }
  const colour = colours?.light ?? ACCENT;
  return {
    icon: { contentType: 'image/x-icon', content: packIcon(colour) },
    touchIcon: { contentType: TYPES.png, content: drawTouchIcon(colour) },
  };
}

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
function drawTouchIcon(colour: string): Uint8Array {
  const bitmap = new Bitmap(180, 180);
  bitmap.fill([250, 248, 243]);
  drawMark(bitmap, colour, 22);
  return bitmap.toPng();
}

/** A file for /favicon.ico with one PNG of 32 by 32 pixels. @param colour - as `#rrggbb` */
function packIcon(colour: string): Uint8Array {
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
