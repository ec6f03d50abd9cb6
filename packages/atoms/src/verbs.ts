// What verbs of edges mean, as far as authors agree: which say that an atom needs another one, and which that the
// two exclude each other. Authors may use any other verb, of which nothing is assumed.

const NEEDS: ReadonlySet<string> = new Set(['requires', 'includes', 'must-include', 'extends']);
const EXCLUDES: ReadonlySet<string> = new Set(['contradicts', 'conflicts', 'must-avoid']);

/** Whether a reader who applies the atom must apply the target too. */
export function isNeed(verb: string): boolean {
  return NEEDS.has(verb);
}

/** Whether the atom and its target must not be applied together. */
export function isExclusion(verb: string): boolean {
  return EXCLUDES.has(verb);
}
