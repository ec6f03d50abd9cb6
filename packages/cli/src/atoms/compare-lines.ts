// A line diff of two texts, with a little of what is equal around each change.

/** Equal lines shown before and after a change. */
const CONTEXT_LINES = 2;
/**
 * Most pairs of lines that are compared, after what both texts begin and end with was taken off. Beyond it, all lines
 * of one text are replaced by all of the other: correct, but not the shortest.
 */
export const MAX_PAIRS = 4_000_000;

interface Step {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

/** The lines of both texts, each behind its mark: ` `, `-`, `+`; `@` where equal lines are left out. */
export function compareLines(before: string, after: string, maxPairs = MAX_PAIRS): string[] {
  const [old, young] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, young.length);
  let start = 0;
  while (start < shorter && old[start] === young[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === young[young.length - 1 - end]) end += 1;
  const equal = (lines: readonly string[]): Step[] => lines.map((line) => ({ mark: ' ', line }));
  const steps = [
    ...equal(old.slice(0, start)),
    ...replace(old.slice(start, old.length - end), young.slice(start, young.length - end), maxPairs),
    ...equal(old.slice(old.length - end)),
  ];
  return shorten(steps);
}

/** The shortest way from some lines to others, removed lines first. */
function replace(old: readonly string[], young: readonly string[], maxPairs: number): Step[] {
  const [rows, columns] = [old.length, young.length];
  const removeAll = old.map((line): Step => ({ mark: '-', line }));
  const addAll = young.map((line): Step => ({ mark: '+', line }));
  if (rows === 0 || columns === 0 || rows * columns > maxPairs) return [...removeAll, ...addAll];
  // The longest common subsequence of what follows each pair of lines.
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        old[row] === young[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const steps: Step[] = [];
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    const [removed = '', added = ''] = [old[row], young[column]];
    if (removed === added) {
      steps.push({ mark: ' ', line: removed });
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) {
      steps.push({ mark: '-', line: removed });
      row += 1;
    } else {
      steps.push({ mark: '+', line: added });
      column += 1;
    }
  }
  return [...steps, ...removeAll.slice(row), ...addAll.slice(column)];
}

/** Leaves out equal lines that are not near a change. */
function shorten(steps: readonly Step[]): string[] {
  const near = new Set<number>();
  for (const [index, { mark }] of steps.entries()) {
    if (mark === ' ') continue;
    for (let at = index - CONTEXT_LINES; at <= index + CONTEXT_LINES; at += 1) near.add(at);
  }
  const lines: string[] = [];
  let isInGap = false;
  for (const [index, { mark, line }] of steps.entries()) {
    if (near.has(index)) lines.push(`${mark}${line}`);
    else if (!isInGap && lines.length > 0) lines.push('@');
    isInGap = !near.has(index);
  }
  return lines.at(-1) === '@' ? lines.slice(0, -1) : lines;
}
