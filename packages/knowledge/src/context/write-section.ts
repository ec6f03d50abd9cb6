// The section of an atom in a context. Words of authors stand only below its heading, embedded so that none of their lines
// passes for one of ours.
import { estimateTokens, type TextLevel } from '@prime-registry/atoms';
import { createHiddenBudget } from '@prime-registry/protocol';
import { writeText } from '../document/document-parts.ts';
import { BETWEEN, formatAtomHeader, formatTokens } from '../tools/answers/facts.ts';
import type { ContextReason } from './context-request.ts';
import type { PoolAtom } from './pool-atom.ts';

export interface WrittenAtom {
  readonly entry: PoolAtom;
  readonly level: TextLevel;
  readonly reason: ContextReason;
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

/**
 * A text of an author, embedded. Only in blocks of code may it have a line that begins as our headings do: such a line
 * is moved by a space, for readers who do not tell blocks apart.
 */
function writeAuthored(text: string): string {
  return writeText(text, createHiddenBudget()).replaceAll(/^##(?!#)/gm, ' ##');
}

function describeAtom({ atom, prime }: PoolAtom, level: TextLevel, reason: ContextReason): string {
  return [
    formatAtomHeader(atom, prime),
    `${level} ${atom.tokens[level]} of ${formatTokens(atom.tokens.full)}`,
    ...(reason === 'required' ? ['required'] : []),
  ].join(BETWEEN);
}
