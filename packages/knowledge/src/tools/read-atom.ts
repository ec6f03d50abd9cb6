// Tool: one atom with its edges.
import { createHiddenBudget, escapeHidden } from '@prime-registry/protocol';
import type { KnowledgeSource, KnownEdge, LocatedAtom } from '../source/knowledge-source.ts';
import { Budget } from './answers/budget.ts';
import { formatCursor, readCursor } from './answers/cursor.ts';
import { findPieceEnd } from './answers/cut-markdown.ts';
import { formatAtomHeader, joinAnswer, toLine } from './answers/facts.ts';
import type { ATOM_ARGUMENTS } from './argument-tables.ts';
import type { Values } from './arguments/argument.ts';
import { explainMissingAtom, readOptions } from './mistakes/missing.ts';
import { readAtomReference, readPrimeReference, readWanted } from './mistakes/read-reference.ts';
import { ToolMistake } from './mistakes/tool-mistake.ts';
import type { ToolOptions } from './tool-options.ts';

/** Which part of the budget the edges may take. */
const EDGES_SHARE = 0.25;
/** Room for the line with the cursor, in tokens. */
const NEXT_LINE_TOKENS = 14;

/** The answer. @throws ToolMistake if there is no such atom, or the arguments are wrong */
export async function readAtom(
  source: KnowledgeSource,
  values: Values<typeof ATOM_ARGUMENTS>,
  options: ToolOptions,
): Promise<string> {
  const located = await locate(source, values, options);
  const { atom, prime } = located;
  const text = escapeHidden(located.texts[values.detail], createHiddenBudget());
  const subject = ['read_atom', atom.id, prime.name, prime.sha256, values.detail];
  const start = readCursor(
    values.cursor,
    subject,
    `Leave it out to begin again; to go on in an older version, pass prime and version.`,
  );
  if (start > text.length) throw new ToolMistake(`'cursor' is behind the end of the text.`);

  const budget = new Budget(values.budget);
  const facts = [formatAtomHeader(atom, prime)];
  if (!facts.every((line) => budget.take(line))) return joinAnswer(facts, '');
  if (start === 0) facts.push(...listEdges(located, budget));
  const reserved = new Budget(NEXT_LINE_TOKENS);
  const end = findPieceEnd(text, start, Math.max(0, budget.left - reserved.left));
  if (end < text.length)
    facts.push(describeNext(values.detail, end, text.length, formatCursor(end, subject)));
  return joinAnswer(facts, text.slice(start, end).trimEnd());
}

async function locate(
  source: KnowledgeSource,
  values: Values<typeof ATOM_ARGUMENTS>,
  options: ToolOptions,
): Promise<LocatedAtom> {
  const id = readAtomReference('id', values.id);
  const prime = values.prime === undefined ? undefined : readPrimeReference('prime', values.prime);
  const version = readWanted('version', values.version);
  const found = await source.findAtom(id, { prime }, readOptions(options));
  // A version is one of the Prime that has the atom, whichever that is.
  const ofVersion =
    version === undefined
      ? found
      : await source.findAtom(
          id,
          { prime: prime ?? found?.prime.name, wanted: version },
          readOptions(options),
        );
  if (ofVersion !== undefined) return ofVersion;
  throw await explainMissingAtom(source, id, { prime: prime ?? found?.prime.name, version }, options);
}

/** Lines with the edges, which take at most a part of the budget. */
function listEdges({ edges, edgesIn }: LocatedAtom, budget: Budget): string[] {
  const part = budget.split(EDGES_SHARE);
  const lines: string[] = [];
  for (const [verb, targets] of groupByVerb(edges)) lines.push(...fill(verb, targets, part));
  const users = edgesIn.map(({ from, verbs, prime }) => {
    const how = verbs.map((verb) => toLine(verb, 64)).join(', ');
    return `${from} (${how}; ${prime.name} ${prime.version})`;
  });
  if (users.length > 0) lines.push(...fill('used by', users, part));
  budget.join(part);
  return lines;
}

function groupByVerb(edges: readonly KnownEdge[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { verb, target, standing, prime } of edges) {
    const key = toLine(verb, 64);
    const where = prime === undefined ? '' : ` (${prime.name} ${prime.version})`;
    const mark = standing === 'dangling' ? ' (missing)' : where;
    groups.set(key, [...(groups.get(key) ?? []), `${target}${mark}`]);
  }
  return groups;
}

/** One line with as many items as fit, and the number of the others; none if nothing fits. */
function fill(label: string, items: readonly string[], budget: Budget): string[] {
  const room = budget.split(1);
  if (!room.take(`${label}:  and 256 more`)) {
    budget.join(room);
    return [];
  }
  const shown: string[] = [];
  for (const item of items) {
    if (!room.take(` ${item},`)) break;
    shown.push(item);
  }
  budget.join(room);
  if (shown.length === 0) return [];
  const rest = items.length - shown.length;
  return [`${label}: ${shown.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`];
}

function describeNext(detail: string, end: number, length: number, cursor: string): string {
  return `${detail} text to ${Math.floor((100 * end) / length)} %; next: cursor ${cursor}`;
}
