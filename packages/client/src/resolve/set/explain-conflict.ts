// Says which requirements contradict each other.
import type { ConflictingRequirement } from '../resolution-error.ts';
import type { Fact } from './clause.ts';

const MAX_SHOWN = 12;

/** The requirements that contradict each other; the Prime about which most of them disagree comes first. */
export function listConflicting(facts: readonly Fact[]): ConflictingRequirement[] {
  const groups = [...Map.groupBy(facts, ({ name }) => name).values()].sort((a, b) => b.length - a.length);
  return groups.flat().map((fact) => ({
    ...{ by: describeSource(fact), name: fact.name, range: fact.range },
    ...(fact.problem !== undefined && { problem: fact.problem }),
  }));
}

/** The message for requirements that no set of versions satisfies together, on one line. */
export function explainConflict(conflicts: readonly ConflictingRequirement[]): string {
  const [first, second] = conflicts;
  const head =
    first !== undefined && first.name === second?.name
      ? `No version of ${first.name} suits all that require it`
      : 'No set of versions satisfies all requirements';
  const shown = conflicts.slice(0, MAX_SHOWN).map(describe);
  const hidden = conflicts.length - shown.length;
  return `${head}: ${[...shown, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join('; ')}.`;
}

function describe({ by, name, range, problem }: ConflictingRequirement): string {
  return `${by} requires ${name}@${range}${problem === undefined ? '' : ` (${problem})`}`;
}

function describeSource({ by }: Fact): string {
  if (typeof by === 'string') return by;
  // A locked version is often listed as well.
  const [highest, ...others] = new Set(by.versions);
  const lowest = others.at(-1);
  return `${by.name} ${lowest === undefined ? highest : `${highest} to ${lowest}`}`;
}
