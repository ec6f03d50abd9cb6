// A small picture in memory, drawn with smooth edges, without a library: for programs that show no SVG.
import { encodePng } from './png.ts';

/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb`. */
export function readColour(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A part of a picture, in pixels. */
type Area = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>;

/** Pixels with an alpha channel, at first transparent. */
export class Bitmap {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height * 4);
  }

  /** Colours everything. */
  fill([red, green, blue]: Colour): void {
    const pixel = new Uint8Array([red, green, blue, 255]);
    // All at once: there may be a million.
    new Uint32Array(this.#pixels.buffer).fill(new Uint32Array(pixel.buffer)[0] ?? 0);
  }

  drawCircle(x: number, y: number, radius: number, colour: Colour): void {
    const area = { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
    this.#paint(area, colour, 1, (px, py) => Math.hypot(px - x, py - y) - radius);
  }

  /** A line with round ends. @param opacity - 0 to 1 */
  drawLine(
    [x1, y1, x2, y2]: readonly [number, number, number, number],
    width: number,
    colour: Colour,
    opacity = 1,
  ): void {
    const [dx, dy, half] = [x2 - x1, y2 - y1, width / 2];
    const square = dx * dx + dy * dy || 1;
    // Row by row: most of the box around a slanting line is empty.
    const [first, last] = [Math.floor(Math.min(y1, y2) - half), Math.ceil(Math.max(y1, y2) + half)];
    for (let row = Math.max(0, first); row <= Math.min(this.height - 1, last); row += 1) {
      const [from, to] =
        Math.abs(dy) < 1 ? [0, 1] : [(row - 1 - half * 2 - y1) / dy, (row + 2 + half * 2 - y1) / dy];
      const [start, end] = [clamp(Math.min(from, to)), clamp(Math.max(from, to))];
      const [a, b] = [x1 + dx * start, x1 + dx * end];
      const area = { left: Math.min(a, b) - half, right: Math.max(a, b) + half, top: row, bottom: row };
      this.#paint(area, colour, opacity, (px, py) => {
        const along = clamp(((px - x1) * dx + (py - y1) * dy) / square);
        return Math.hypot(px - x1 - along * dx, py - y1 - along * dy) - half;
      });
    }
  }

  /** Paints where the distance to a shape is negative; half of a pixel at its edge. */
  #paint(
    { left, top, right, bottom }: Area,
    colour: Colour,
    opacity: number,
    distance: (x: number, y: number) => number,
  ): void {
    const lastX = Math.min(this.width - 1, Math.ceil(right));
    const lastY = Math.min(this.height - 1, Math.ceil(bottom));
    for (let y = Math.max(0, Math.floor(top)); y <= lastY; y += 1)
      for (let x = Math.max(0, Math.floor(left)); x <= lastX; x += 1) {
        const cover = clamp(0.5 - distance(x + 0.5, y + 0.5)) * opacity;
        if (cover > 0) this.#blend((y * this.width + x) * 4, colour, cover);
      }
  }

  #blend(at: number, colour: Colour, cover: number): void {
    const pixels = this.#pixels;
    const under = ((pixels[at + 3] ?? 0) / 255) * (1 - cover);
    const alpha = cover + under;
    for (const [channel, value] of colour.entries())
      pixels[at + channel] = Math.round((value * cover + (pixels[at + channel] ?? 0) * under) / alpha);
    pixels[at + 3] = Math.round(alpha * 255);
  }

  /** The picture as PNG. */
  toPng(): Uint8Array {
    return encodePng(this.width, this.height, this.#pixels);
  }
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
