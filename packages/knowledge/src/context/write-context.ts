// The text of a context: our lines are the first block, the headings of level 2, and the last section. Words of authors
// stand only below a heading, embedded so that none of their lines passes for one of ours.
import { estimateTokens, type TextLevel } from '@prime-registry/atoms';
import { createHiddenBudget } from '@prime-registry/protocol';
import { writeText } from '../document/document-parts.ts';
import { BETWEEN, formatAtomHeader, formatTokens, joinFacts, toLine } from '../tools/answers/facts.ts';
import type { ContextReason, LeftOutAtom, PackedContext } from './context-request.ts';
import type { PoolAtom } from './read-pool.ts';

/** Room for the first line. */
const FIRST_LINE_TOKENS = 30;
/** Room for the last section, as a share of the budget, and at most. */
const END_SHARE = 0.08;
const MAX_END_TOKENS = 200;
/** In characters, of a word of somebody else in a line of ours. */
const MAX_FACT = 200;

/** An atom with the length of its text. */
export interface WrittenAtom {
  readonly entry: PoolAtom;
  readonly level: TextLevel;
  readonly reason: ContextReason;
}

/** What is said besides the atoms. */
export interface ContextFacts
  extends Pick<PackedContext, 'leftOut' | 'missing' | 'unmet' | 'corrected' | 'incomplete' | 'unread'> {
  readonly budget: number;
  readonly readHint: string | undefined;
}

/** How many tokens the atoms may take together. */
export function roomOf(budget: number): number {
  return budget - FIRST_LINE_TOKENS - Math.min(MAX_END_TOKENS, Math.floor(budget * END_SHARE));
}

/** The section of an atom; undefined if its text was not read. */
export function writeAtom({ entry, level, reason }: WrittenAtom): string | undefined {
  const text = entry.texts[level];
  if (text === undefined) return undefined;
  return `## ${describeAtom(entry, level, reason)}\n\n${writeAuthored(text)}\n\n`;
}

/** The tokens of the section of an atom: the most that they can be if its text was read, else an estimate. */
export function sizeOfAtom(entry: PoolAtom, level: TextLevel): number {
  const written = writeAtom({ entry, level, reason: 'required' });
  if (written !== undefined) return estimateTokens(written);
  return estimateTokens(describeAtom(entry, level, 'required')) + entry.atom.tokens[level] + 2;
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

/**
 * A text of an author, embedded. Only in blocks of code may it have a line that begins as our headings do: such a line
 * is moved by a space, for readers who do not tell blocks apart.
 */
function writeAuthored(text: string): string {
  return writeText(text, createHiddenBudget()).replaceAll(/^##(?!#)/gm, ' ##');
}

function describeContext(sections: readonly WrittenAtom[], { budget, leftOut }: ContextFacts): string {
  const primes = new Set(sections.map(({ entry }) => entry.prime.name)).size;
  return [
    `Context: ${count(sections.length, 'atom')} of ${count(primes, 'Prime')}`,
    `at most ${budget} tokens (estimated)`,
    `${leftOut.length} left out`,
  ].join(BETWEEN);
}

function describeAtom({ atom, prime }: PoolAtom, level: TextLevel, reason: ContextReason): string {
  return [
    formatAtomHeader(atom, prime),
    `${level} ${atom.tokens[level]} of ${formatTokens(atom.tokens.full)}`,
    ...(reason === 'required' ? ['required'] : []),
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
