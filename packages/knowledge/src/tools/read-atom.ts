// Tool: one atom with its edges.
import { createHiddenBudget, escapeHidden } from '@prime-registry/protocol';
import type { LocatedAtom } from '../source/known-prime.ts';
import { Budget } from './answers/budget.ts';
import { formatCursor, readCursor } from './answers/cursor.ts';
import { findPieceEnd } from './answers/cut-markdown.ts';
import { describeYank } from './answers/describe-yank.ts';
import { formatAtomHeader, joinAnswer, toLine } from './answers/facts.ts';
import { listEdges } from './answers/list-edges.ts';
import type { ATOM_ARGUMENTS } from './argument-tables.ts';
import type { Values } from './arguments/argument.ts';
import { requireAtom } from './mistakes/missing.ts';
import { readAtomReference, readPrimeReference, readWanted } from './mistakes/read-reference.ts';
import { ToolMistake } from './mistakes/tool-mistake.ts';
import type { ToolCall } from './tool-options.ts';

/** Room for the line with the cursor, in tokens. */
const NEXT_LINE_TOKENS = 16;
const MAX_DEPRECATION = 300;

type AtomValues = Values<typeof ATOM_ARGUMENTS>;

/** The answer. @throws ToolMistake if there is no such atom, or the arguments are wrong */
export async function readAtom(call: ToolCall, values: AtomValues): Promise<string> {
  const located = await locate(call, values);
  const { atom, prime } = located;
  const text = escapeHidden(located.texts[values.detail], createHiddenBudget());
  const subject = ['read_atom', atom.id, prime.name, prime.sha256, values.detail];
  const start = readCursor(
    values.cursor,
    subject,
    'Leave it out to begin again; to go on in an older version, pass prime and version.',
  );
  if (start >= text.length && start > 0) throw new ToolMistake("'cursor' is behind the end of the text.");

  const budget = new Budget(values.budget - NEXT_LINE_TOKENS);
  const header = formatAtomHeader(atom, prime);
  if (!budget.take(header)) throw new ToolMistake("'budget' is too small for this atom; pass 300 or more.");
  const yank = await describeYank(call, prime);
  const facts = [header, ...budget.takeLines(yank)];
  if (start === 0) facts.push(...listEdges(located, budget));
  const notes = start === 0 ? budget.takeLines(listNotes(prime)) : [];
  const end = findPieceEnd(text, start, budget.quarters);
  if (end < text.length) {
    const percent = Math.floor((100 * end) / text.length);
    facts.push(`${values.detail} text to ${percent} %; next: cursor ${formatCursor(end, subject)}`);
  }
  return joinAnswer(facts, [...notes, text.slice(start, end).trimEnd()].join('\n'));
}

async function locate(call: ToolCall, values: AtomValues): Promise<LocatedAtom> {
  const id = readAtomReference('id', values.id);
  const prime = values.prime === undefined ? undefined : readPrimeReference('prime', values.prime);
  const version = readWanted('version', values.version);
  // The version is one of the Prime that has the atom, whichever that is.
  const isOpen = prime === undefined && version !== undefined;
  const home = isOpen ? (await call.source.findAtom(id, {}, call))?.prime.name : prime;
  return requireAtom(call, id, { prime: home, version });
}

/** What the authors say about the version. */
function listNotes({ deprecated }: LocatedAtom['prime']): string[] {
  if (deprecated === undefined || deprecated === '') return [];
  return [`deprecated: ${toLine(deprecated, MAX_DEPRECATION)}\n`];
}
