// Chooses the nodes whose names are visible from the start: those with the most links, as far as there is
// room.

/** A name that may be shown. */
export interface Label {
  readonly node: number;
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
}

/** Chooses names that do not overlap, in the given order. */
export function chooseLabels(labels: readonly Label[], fontSize: number, most: number): Set<number> {
  const chosen = new Set<number>();
  const taken = new Map<string, Box[]>();
  const cell = fontSize * 12;
  for (const { node, x, y, lines } of labels) {
    if (chosen.size >= most) break;
    const half = (Math.max(...lines.map(({ length }) => length)) * fontSize * 0.56) / 2;
    const box = {
      left: x - half,
      right: x + half,
      top: y - fontSize * 0.8,
      bottom: y + lines.length * fontSize * 1.15,
    };
    const keys = cellsOf(box, cell);
    if (keys.some((key) => taken.get(key)?.some((other) => overlap(box, other)))) continue;
    chosen.add(node);
    for (const key of keys) taken.set(key, [...(taken.get(key) ?? []), box]);
  }
  return chosen;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
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
  const text = name.length > 44 ? `${name.slice(0, 43)}…` : name;
  if (text.length <= 20) return [text];
  const breaks = [...text.matchAll(/[-_. ]|(?<=[a-z0-9])(?=[A-Z])/g)].map(
    (match) => match.index + match[0].length,
  );
  const middle = text.length / 2;
  const at = breaks.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return at === undefined || at < 4 || at > text.length - 4
    ? [text]
    : [text.slice(0, at).trimEnd(), text.slice(at)];
}
