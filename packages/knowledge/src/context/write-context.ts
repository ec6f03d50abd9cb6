// The text of a context: our lines are the first block, the headings of level 2, and the last section.
import { estimateTokens } from '@prime-registry/atoms';
import { BETWEEN, formatTokens, joinFacts, toLine } from '../tools/answers/facts.ts';
import type { LeftOutAtom, PackedContext } from './context-request.ts';
import { type WrittenAtom, writeAtom } from './write-section.ts';

/** Room for the first line. */
const FIRST_LINE_TOKENS = 30;
/** Room for the last section, as a share of the budget, and at most. */
const END_SHARE = 0.08;
const MAX_END_TOKENS = 200;
/** In characters, of a word of somebody else in a line of ours. */
const MAX_FACT = 200;

export interface ContextFacts
  extends Pick<PackedContext, 'leftOut' | 'missing' | 'unmet' | 'corrected' | 'incomplete' | 'unread'> {
  readonly budget: number;
  readonly readHint: string | undefined;
}

/** How many tokens the atoms may take together. */
export function roomOf(budget: number): number {
  return budget - FIRST_LINE_TOKENS - Math.min(MAX_END_TOKENS, Math.floor(budget * END_SHARE));
}

/** The whole text: at most the budget. @param sections - of atoms, which fit into the room */
export function writeContext(sections: readonly WrittenAtom[], facts: ContextFacts): string {
  const body = sections.map((section) => writeAtom(section) ?? '').join('');
  const first = describeContext(sections, facts);
  let left = facts.budget - estimateTokens(first) - estimateTokens(body) - 1;
  const takeLine = (line: string): boolean => {
    const cost = estimateTokens(line) + 1;
    if (cost > left) return false;
    left -= cost;
    return true;
  };
  const notes = listNotes(facts).filter(takeLine);
  const end = listEnd(facts, takeLine);
  return `${[first, ...notes].join('\n')}\n\n${body}${end.map((line) => `${line}\n`).join('')}`
    .trimEnd()
    .concat('\n');
}

function describeContext(sections: readonly WrittenAtom[], { budget, leftOut }: ContextFacts): string {
  const primes = new Set(sections.map(({ entry }) => entry.prime.name)).size;
  return [
    `Context: ${count(sections.length, 'atom')} of ${count(primes, 'Prime')}`,
    `at most ${budget} tokens (estimated)`,
    `${leftOut.length} left out`,
  ].join(BETWEEN);
}

function listNotes({ missing, unmet, corrected, incomplete, unread }: ContextFacts): string[] {
  return [
    ...missing.map(({ id, similar }) => {
      const others = similar.length === 0 ? '' : `; similar: ${toLine(similar.join(', '), MAX_FACT)}`;
      return `not found: ${toLine(id, MAX_FACT)}${others}`;
    }),
    ...unmet.map(({ id, requiredBy }) => `not found: ${toLine(id, MAX_FACT)}, required by ${requiredBy}`),
    ...corrected.map(({ from, to }) => `corrected: ${toLine(from, MAX_FACT)} to ${toLine(to, MAX_FACT)}`),
    ...unread.map((name) => `could not be read: ${toLine(name, MAX_FACT)}`),
    ...incomplete.map((url) => `no answer from: ${toLine(url, MAX_FACT)}`),
  ];
}

/** The list of what was left out: as many lines as fit, with the hint before the second. */
function listEnd({ leftOut, readHint }: ContextFacts, takeLine: (line: string) => boolean): string[] {
  if (leftOut.length === 0) return [];
  const lines = ['## Left out', ''];
  if (!takeLine(lines.join('\n'))) return [];
  if (readHint !== undefined && takeLine(`${readHint}\n`)) lines.push(readHint, '');
  let listed = 0;
  // Room for the last line.
  const more = `- and ${leftOut.length} more`;
  if (!takeLine(more)) return lines;
  for (const atom of leftOut) {
    const line = describeLeftOut(atom);
    if (!takeLine(line)) break;
    lines.push(line);
    listed += 1;
  }
  if (listed < leftOut.length) lines.push(`- and ${leftOut.length - listed} more`);
  return lines;
}

function describeLeftOut(atom: LeftOutAtom): string {
  const parts = [atom.id, `${atom.prime.name} ${atom.prime.version}`, formatTokens(atom.tokens)];
  return `- ${joinFacts([...parts, ...(atom.why === 'alike' ? [`like ${atom.other}`] : [])])}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
