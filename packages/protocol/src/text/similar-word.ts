// Suggests the known word that a mistyped command, option or argument most likely means.

/** The candidate with the smallest edit distance to the word; undefined when none is near. */
export function findSimilar(word: string, candidates: readonly string[]): string | undefined {
  const [nearest] = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  // At least half of a short word must be right: two edits turn 'foo' into 'log'.
  return nearest !== undefined && nearest.distance <= Math.min(2, Math.floor(word.length / 2))
    ? nearest.candidate
    : undefined;
}

/** The Levenshtein distance. Words whose lengths differ by more than 2 are never near. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
