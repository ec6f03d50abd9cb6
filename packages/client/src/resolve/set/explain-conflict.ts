// Says which requirements contradict each other.
import type { ConflictingRequirement } from '../resolution-error.ts';
import type { Fact } from './clause.ts';

/** Most requirements that a message shows. */
const MAX_SHOWN = 12;

/**
 * The message for requirements that no set of versions satisfies together.
 * The Prime about which the most of them disagree comes first.
 */
export function explainConflict(facts: readonly Fact[]): string {
  const byName = Map.groupBy(facts, ({ name }) => name);
  const groups = [...byName.values()].sort((a, b) => b.length - a.length);
  const [first = []] = groups;
  const [worst] = first;
  const head =
    first.length > 1
      ? `No version of ${worst?.name} suits all that require it`
      : 'No set of versions satisfies all requirements';
  const lines = groups.flat();
  const shown = lines.slice(0, MAX_SHOWN).map(describe);
  const hidden = lines.length - shown.length;
  return `${head}: ${[...shown, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join('; ')}.`;
}

/** The requirements, for programs. */
export function listConflicting(facts: readonly Fact[]): ConflictingRequirement[] {
  return facts.map((fact) => ({ by: describeSource(fact), name: fact.name, range: fact.range }));
}

function describe(fact: Fact): string {
  const { name, range, problem } = fact;
  const why = problem === undefined ? '' : ` (${problem})`;
  return `${describeSource(fact)} requires ${name}@${range}${why}`;
}

function describeSource({ by }: Fact): string {
  if (typeof by === 'string') return by;
  const [highest, ...others] = by.versions;
  const lowest = others.at(-1);
  const versions = lowest === undefined ? highest : `${highest} to ${lowest}`;
  return `${by.name} ${versions}`;
}
