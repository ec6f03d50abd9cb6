// Measures an order (Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", 2002).

/**
 * Normalised discounted cumulative gain of the first `depth` results: 1 if no order is better, 0 if nothing
 * relevant is among them.
 * @param ranked - names, best first
 * @param grades - above 0, of the relevant names; at least one
 */
export function ndcg(ranked: readonly string[], grades: ReadonlyMap<string, number>, depth: number): number {
  const ideal = [...grades.values()].sort((a, b) => b - a);
  const actual = ranked.map((name) => grades.get(name) ?? 0);
  return cumulatedGain(actual.slice(0, depth)) / cumulatedGain(ideal.slice(0, depth));
}

function cumulatedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}
