// The review of a publish as Markdown, for a comment on a pull request.
import { formatCount } from '@prime-registry/command-line';
import { type AtomDiff, parseVersion } from '@prime-registry/protocol';
import { code, fitLines, foldAway } from './markdown.ts';
import type { PrimeChanges, PrimeReview, PublishReview, ReviewProblem } from './prime-review.ts';

/** Most characters in all; comments of GitHub have at most 65,536. */
const MAX_LENGTH = 60_000;
/** Most characters of one list. */
const MAX_LIST = 4000;
/** Most characters of the message of a problem. */
const MAX_MESSAGE = 600;
/** Room for the sentence about Primes that are left out. */
const RESERVE = 100;

/** The text. Its first line is the same for every run on the same folder, so that a script can find the comment. */
export function showReview(review: PublishReview): string {
  const { primes, unchanged, problems, path } = review;
  const failed = primes.filter(({ isAccepted }) => !isAccepted);
  const ready = primes.filter(({ isAccepted }) => isAccepted);
  const counts = [
    ...(ready.length > 0 ? [`${formatCount(ready.length, 'Prime')} would be published`] : []),
    ...(failed.length > 0 ? [`${formatCount(failed.length, 'Prime')} cannot be published`] : []),
    ...(unchanged > 0 || primes.length === 0 ? [`${unchanged} unchanged`] : []),
  ];
  const title = problems.some(({ severity }) => severity === 'error')
    ? 'The Primes could not be checked'
    : counts.join(', ');
  let text = `<!-- prime-publish:${encodeURIComponent(path)} -->\n### ${title}\n`;
  if (problems.length > 0) text += `\n${showProblems(problems).join('\n')}\n`;
  let shown = 0;
  for (const prime of [...failed, ...ready]) {
    const section = showPrime(prime);
    if (text.length + section.length > MAX_LENGTH - RESERVE) break;
    text += section;
    shown += 1;
  }
  const hidden = primes.length - shown;
  return hidden === 0
    ? text
    : `${text}\n${formatCount(hidden, 'more Prime')} of this run ${hidden === 1 ? 'is' : 'are'} not shown.\n`;
}

function showPrime({ subject, version, changes, notes, problems, isAccepted }: PrimeReview): string {
  const from = changes === undefined ? '' : `${code(changes.diff.from)} → `;
  const to = version === undefined ? '' : ` ${from}${code(version)}`;
  const verdict = isAccepted ? '' : ': cannot be published';
  const lines = [
    `#### ${code(subject)}${to}${verdict}`,
    '',
    ...showProblems(problems),
    ...(changes === undefined ? [] : showStep(changes.diff)),
    ...notes.map((note) => `- ${code(note)}`),
    ...(changes === undefined ? [] : showChanges(changes)),
  ];
  return `\n${lines.join('\n')}\n`;
}

function showProblems(problems: readonly ReviewProblem[]): string[] {
  const lines = problems.map(({ severity, place, message }) => {
    return `- **${severity}** ${place === undefined ? '' : `${code(place)}: `}${code(message, MAX_MESSAGE)}`;
  });
  return fitLines(lines, MAX_LIST);
}

/** The step that the changes need, and the one that the versions make. */
function showStep({ rule, from, to }: AtomDiff): string[] {
  const given = findStep(from, to);
  const needed = rule.required === 'none' ? 'no particular' : `a ${rule.required}`;
  const made = given === undefined ? 'the version is the same' : `the version makes a ${given} step`;
  return [
    `- The atoms need ${needed} step; ${made}.`,
    `- ${code(rule.message)}`,
    ...rule.reasons.map((reason) => `  - ${code(reason)}`),
  ];
}

function findStep(from: string, to: string): 'major' | 'minor' | 'patch' | 'prerelease' | undefined {
  const [before, after] = [parseVersion(from), parseVersion(to)];
  if (!before.ok || !after.ok || before.value.identity === after.value.identity) return undefined;
  const place = before.value.numbers.findIndex((number, index) => number !== after.value.numbers[index]);
  return (['major', 'minor', 'patch'] as const)[place] ?? 'prerelease';
}

function showChanges({ diff, files, requires }: PrimeChanges): string[] {
  const { counts, added, removed, changed, edges_gained, edges_lost } = diff;
  const atoms = [
    ...removed.map((atom) => `- removed ${code(atom.id)} (${code(atom.kind)})`),
    ...added.map((atom) => `- added ${code(atom.id)} (${code(atom.kind)})`),
    ...changed.map((atom) => `- edited ${code(atom.id)}: ${code(atom.fields.join(', '))}`),
  ];
  const edges = [
    ...edges_lost.map((edge) => `- removed ${showEdge(edge)}`),
    ...edges_gained.map((edge) => `- added ${showEdge(edge)}`),
  ];
  const ranges = requires.map(({ name, before, after }) => {
    if (after === undefined) return `- no longer ${code(name)}`;
    const was = before === undefined ? '' : `, before ${code(before)}`;
    return `- ${code(name)} ${code(after)}${was}`;
  });
  const atomCounts = `${counts.added} added, ${counts.removed} removed, ${counts.changed} edited`;
  const edgeCounts = `${counts.edges_gained} added, ${counts.edges_lost} removed`;
  return [
    ...(ranges.length > 0 ? ['- It requires other Primes than before:'] : []),
    ...fitLines(ranges, MAX_LIST).map((line) => `  ${line}`),
    ...foldAway(`Atoms: ${atomCounts}`, fitLines(atoms, MAX_LIST)),
    ...foldAway(`Edges: ${edgeCounts}`, fitLines(edges, MAX_LIST)),
    ...foldAway(
      `Files: ${files.length} different`,
      fitLines(
        files.map((path) => `- ${code(path)}`),
        MAX_LIST,
      ),
    ),
  ];
}

function showEdge({ from, verb, target }: AtomDiff['edges_lost'][number]): string {
  return `${code(from)} ${code(verb)} ${code(target)}`;
}
