// Tool: Primes and atoms by words.
import { SEARCH_LIMITS } from '@prime-registry/protocol';
import type { KnowledgeHit, KnowledgeHits, KnowledgeSource } from '../../source/knowledge-source.ts';
import { Budget } from '../answers/budget.ts';
import { formatCursor, readCursor } from '../answers/cursor.ts';
import { BETWEEN, formatAtomLine, joinAnswer, toLine } from '../answers/facts.ts';
import type { SEARCH_ARGUMENTS } from '../argument-tables.ts';
import type { Values } from '../arguments/argument.ts';
import { readOptions } from '../mistakes/missing.ts';
import { readScope } from '../mistakes/read-reference.ts';
import { ToolMistake } from '../mistakes/tool-mistake.ts';
import type { ToolOptions } from '../tool-options.ts';
import { readFound } from './read-found.ts';

const MAX_PRIME_DESCRIPTION = 120;
/** Room for the first line, in tokens. */
const FIRST_LINE_TOKENS = 30;

/** The answer. @throws ToolMistake if the arguments are wrong */
export async function searchKnowledge(
  source: KnowledgeSource,
  values: Values<typeof SEARCH_ARGUMENTS>,
  options: ToolOptions,
): Promise<string> {
  const { query, kind, limit, budget: tokens } = values;
  const scope = readScope('scope', values.scope);
  if (values.read) {
    if (values.cursor !== undefined)
      throw new ToolMistake(`'cursor' goes without 'read'; leave one of them out.`);
    return readFound(source, { query, scope, kind, limit, budget: tokens }, options);
  }
  const subject = ['search_knowledge', query, scope ?? '', kind ?? ''];
  const offset = readCursor(values.cursor, subject);
  if (offset > SEARCH_LIMITS.offset.maximum) throw new ToolMistake(`'cursor' is behind the last result.`);
  const found = await source.search({ text: query, scope, kind, limit, offset }, readOptions(options));

  const budget = new Budget(tokens);
  const notes = listNotes(found).filter((line) => budget.take(line));
  if (found.hits.length === 0)
    return joinAnswer([describeNone(offset, found), ...notes, ...adviseNone(options)], '');
  const reserved = new Budget(FIRST_LINE_TOKENS);
  const room = new Budget(Math.max(0, budget.left - reserved.left) / 4);
  const isFromOne = new Set(found.hits.map(({ from }) => from)).size === 1;
  const lines: string[] = [];
  let shown = 0;
  for (const hit of found.hits) {
    const some = listHit(hit, isFromOne, room);
    if (some.length === 0) break;
    lines.push(...some);
    shown += 1;
  }
  const end = offset + shown;
  const next = end < found.total && shown > 0 ? `; next: cursor ${formatCursor(end, subject)}` : '';
  const from = isFromOne ? `${BETWEEN}${found.hits[0]?.from ?? ''}` : '';
  const first = `Primes ${offset + 1}–${end} of ${found.total}${from}${next}`;
  return joinAnswer([first, ...notes], lines.join('\n'));
}

/** The lines of a Prime: all that fit; none if not even the first two do. */
function listHit(hit: KnowledgeHit, isFromOne: boolean, budget: Budget): string[] {
  const head = describeHit(hit, isFromOne);
  const [first, ...others] = hit.atoms.map((atom) => `- ${formatAtomLine(atom)}`);
  const start = first === undefined ? [head] : [head, first];
  if (!budget.take(start.join('\n'))) return [];
  const lines = [...start];
  for (const line of others) if (budget.take(line)) lines.push(line);
  const rest = hit.atomTotal - (lines.length - 1);
  const more = `- ${rest} more: read_prime`;
  if (rest > 0 && lines.length > 1 && budget.take(more)) lines.push(more);
  return lines;
}

function describeHit(hit: KnowledgeHit, isFromOne: boolean): string {
  const words = toLine(hit.description, MAX_PRIME_DESCRIPTION);
  return [
    `${hit.name} ${hit.version}`,
    ...(hit.deprecated ? ['deprecated'] : []),
    ...(isFromOne ? [] : [hit.from]),
    ...(words === '' ? [] : [words]),
  ].join(BETWEEN);
}

function listNotes({ corrected, incomplete }: KnowledgeHits): string[] {
  const words = corrected.map(({ from, to }) => `${toLine(from, 64)} → ${toLine(to, 64)}`).join(', ');
  return [
    ...(words === '' ? [] : [`corrected: ${words}`]),
    ...(incomplete.length === 0 ? [] : [`did not answer in time: ${incomplete.join(', ')}`]),
  ];
}

function describeNone(offset: number, { total }: KnowledgeHits): string {
  return offset === 0 ? 'Nothing matches.' : `No more Primes: ${total} match.`;
}

function adviseNone({ elsewhere }: ToolOptions): string[] {
  return [
    'Try fewer or other words, or leave scope and kind out.',
    ...(elsewhere === undefined ? [] : [elsewhere]),
  ];
}
