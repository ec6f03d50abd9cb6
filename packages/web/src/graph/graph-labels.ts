// Chooses the names of a picture without scripts: those of the atoms with the most links, as far as there is
// room. With scripts, names are chosen for each part of the picture that is shown.
import { cutToWidth, estimateWidth } from './text-width.ts';

/** A name that may be shown: its middle, and the baseline of its first line. */
export interface Label {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
}

/** The height of a line, in em. */
export const LINE_HEIGHT = 1.15;
/** The maximum width of a line, in em. */
const MAX_LINE = 14;

/** Chooses names that do not overlap, in the given order. */
export function chooseLabels(labels: readonly Label[], fontSize: number, most: number): Label[] {
  const chosen: Label[] = [];
  const taken = new Map<string, Box[]>();
  const cell = fontSize * 12;
  for (const label of labels) {
    if (chosen.length >= most) break;
    const box = boxOf(label, fontSize);
    const keys = cellsOf(box, cell);
    if (keys.some((key) => taken.get(key)?.some((other) => overlap(box, other)))) continue;
    chosen.push(label);
    for (const key of keys) taken.set(key, [...(taken.get(key) ?? []), box]);
  }
  return chosen;
}

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

function boxOf({ x, y, lines }: Label, fontSize: number): Box {
  const half = (Math.max(...lines.map(estimateWidth)) * fontSize) / 2;
  const bottom = y + ((lines.length - 1) * LINE_HEIGHT + 0.3) * fontSize;
  return { left: x - half, right: x + half, top: y - fontSize, bottom };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function cellsOf({ left, right, top, bottom }: Box, size: number): string[] {
  const keys: string[] = [];
  for (let column = Math.floor(left / size); column <= right / size; column += 1) {
    for (let row = Math.floor(top / size); row <= bottom / size; row += 1) keys.push(`${column} ${row}`);
  }
  return keys;
}

/** A name in at most two lines, broken between words. */
export function breakName(name: string): string[] {
  if (estimateWidth(name) <= MAX_LINE) return [name];
  const breaks = [...name.matchAll(/[-_. ]|(?<=[a-z0-9])(?=[A-Z])/g)]
    .map((match) => match.index + match[0].length)
    .filter((at) => at >= 4 && at <= name.length - 4);
  const middle = Math.min(name.length / 2, MAX_LINE / 0.55);
  const at = breaks.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  const lines = at === undefined ? [name] : [name.slice(0, at).trimEnd(), name.slice(at)];
  return lines.map((line) => cutToWidth(line, MAX_LINE));
}
