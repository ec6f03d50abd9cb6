// Compares two sequences: the algorithm of Myers (An O(ND) Difference Algorithm, 1986), with a bound for sequences
// that have little in common.

/** A place where the sequences differ: `a[aFrom..aTo)` was replaced by `b[bFrom..bTo)`. Either may be empty. */
export type Replacement = Readonly<Record<'aFrom' | 'aTo' | 'bFrom' | 'bTo', number>>;

/**
 * The differences, in order, not touching each other.
 * @param maxEdits - of single items; bounds the time, (a + b) × maxEdits, and the memory, maxEdits² numbers. Beyond it
 *   everything between the first and the last difference is one replacement.
 */
export function diffSequences<Item>(a: readonly Item[], b: readonly Item[], maxEdits: number): Replacement[] {
  const end = Math.min(a.length, b.length);
  let start = 0;
  while (start < end && a[start] === b[start]) start += 1;
  let tail = 0;
  while (tail < end - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const [aTo, bTo] = [a.length - tail, b.length - tail];
  if (start === aTo && start === bTo) return [];
  const whole = [{ aFrom: start, aTo, bFrom: start, bTo }];
  if (start === aTo || start === bTo) return whole;
  const found = diffMiddle(a.slice(start, aTo), b.slice(start, bTo), maxEdits);
  if (found === undefined) return whole;
  return found.map((each) => ({
    aFrom: each.aFrom + start,
    aTo: each.aTo + start,
    bFrom: each.bFrom + start,
    bTo: each.bTo + start,
  }));
}

/** How far each diagonal has come, after each number of edits; undefined beyond the bound. */
function diffMiddle<Item>(
  a: readonly Item[],
  b: readonly Item[],
  maxEdits: number,
): Replacement[] | undefined {
  const most = Math.min(a.length + b.length, maxEdits);
  // reach[k + most] is the place in `a` on the diagonal k = place in a − place in b.
  const reach = new Int32Array(2 * most + 2);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reach.slice(most - edits, most + edits + 1));
    for (let k = -edits; k <= edits; k += 2) {
      const left = reach[most + k - 1] ?? 0;
      const right = reach[most + k + 1] ?? 0;
      let x = k === -edits || (k !== edits && left < right) ? right : left + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach[most + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length);
    }
  }
  return undefined;
}

/** Follows the edits from the end to the beginning, and joins those that touch. */
function walkBack(trace: readonly Int32Array[], aLength: number, bLength: number): Replacement[] {
  const found: Replacement[] = [];
  let [x, y] = [aLength, bLength];
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    // trace[edits] is what was reached with one edit less, on the diagonals -edits to edits.
    const reach = trace[edits] as Int32Array;
    const k = x - y;
    const left = reach[edits + k - 1] ?? 0;
    const right = reach[edits + k + 1] ?? 0;
    const isInsertion = k === -edits || (k !== edits && left < right);
    const [fromX, toX] = isInsertion ? [right, right] : [left, left + 1];
    const fromY = isInsertion ? right - (k + 1) : left - (k - 1);
    const toY = isInsertion ? fromY + 1 : fromY;
    const next = found.at(-1);
    if (next !== undefined && next.aFrom === toX && next.bFrom === toY) {
      found[found.length - 1] = { ...next, aFrom: fromX, bFrom: fromY };
    } else found.push({ aFrom: fromX, aTo: toX, bFrom: fromY, bTo: toY });
    [x, y] = [fromX, fromY];
  }
  return found.reverse();
}
