// The verdict about a log for people.
import { formatCount, formatNumber, toPrintable } from '@prime-registry/command-line';
import type { LogVerification } from './log-result.ts';

/** Problems that are shown to people. */
const SHOWN_PROBLEMS = 50;

/** The verdict for people. */
export function describeVerification(result: LogVerification): string {
  const { origin, entries, primes, versions, problems, problem_count: problemCount } = result;
  const { unknown_types: unknown, not_logged_yet: unlogged } = result;
  const lines = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ index, message }) => toPrintable(index === undefined ? message : `#${index}: ${message}`));
  const more = problemCount - lines.length;
  if (more > 0) lines.push(`and ${formatNumber(more)} more`);
  if (unlogged !== undefined)
    lines.push(
      `${formatCount(unlogged, 'listed version')} ${beOf(unlogged)} not in the log: the registry says that it is still taking in older ones.`,
    );
  if (unknown.length > 0)
    lines.push(toPrintable(`This prime does not know entries of the types ${unknown.join(', ')}.`));
  const read = `${formatCount(entries, 'entry', 'entries')} of ${toPrintable(origin)} have the root that was signed`;
  const found =
    problemCount === 0
      ? 'and make sense'
      : `but ${formatCount(problemCount, 'thing')} in it ${beOf(problemCount)} wrong`;
  const count = `${formatCount(versions, 'version')} of ${formatCount(primes, 'Prime')}`;
  return [...lines, `${read}, ${found}: ${count}.`].join('\n');
}

function beOf(count: number): string {
  return count === 1 ? 'is' : 'are';
}
