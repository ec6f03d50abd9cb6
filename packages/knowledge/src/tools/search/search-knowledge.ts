// Tool: Primes and atoms by words.
import { countTokenQuarters } from '@prime-registry/atoms';
import { SEARCH_LIMITS } from '@prime-registry/protocol';
import type { ContextRequest } from '../../context/context-request.ts';
import { packContext } from '../../context/pack-context.ts';
import type { KnowledgeHit, KnowledgeHits } from '../../source/knowledge-source.ts';
import { Budget } from '../answers/budget.ts';
import { formatCursor, readCursor } from '../answers/cursor.ts';
import { BETWEEN, formatAtomLine, joinAnswer, joinFacts, toLine } from '../answers/facts.ts';
import type { SEARCH_ARGUMENTS } from '../argument-tables.ts';
import type { Values } from '../arguments/argument.ts';
import { readScope } from '../mistakes/read-reference.ts';
import { ToolMistake } from '../mistakes/tool-mistake.ts';
import type { ToolCall } from '../tool-options.ts';
import { searchWords, type WordHits } from './search-words.ts';

const MAX_PRIME_DESCRIPTION = 120;
/** Room for the first line, in tokens. */
const FIRST_LINE_TOKENS = 24;
/** Which part of the budget the notes may take. */
const NOTES_SHARE = 0.2;

/** The answer. @throws ToolMistake if the arguments are wrong */
export async function searchKnowledge(
  call: ToolCall,
  values: Values<typeof SEARCH_ARGUMENTS>,
): Promise<string> {
  const { query, kind, limit, budget: tokens } = values;
  const scope = readScope('scope', values.scope);
  if (values.read) {
    if (values.cursor !== undefined)
      throw new ToolMistake(`'cursor' goes without 'read'; leave one of them out.`);
    return readFound(call, { query, scope, kind, budget: tokens });
  }
  const subject = ['search_knowledge', query, scope ?? '', kind ?? '', String(limit)];
  const offset = readCursor(values.cursor, subject);
  if (offset > SEARCH_LIMITS.offset.maximum) throw new ToolMistake(`'cursor' is behind the last result.`);
  const found = await searchWords(call, { text: query, scope, kind, limit, offset });

  const isFromOne = new Set(found.hits.map(({ from }) => from)).size === 1;
  const from = isFromOne ? `${BETWEEN}${found.hits[0]?.from ?? ''}` : '';
  const budget = new Budget(tokens - FIRST_LINE_TOKENS - countTokenQuarters(from) / 4);
  const notes = budget.takeLines(listNotes(found), NOTES_SHARE);
  if (found.hits.length === 0) return joinAnswer([describeNone(found), ...notes, ...adviseNone(call)], '');
  const lines: string[] = [];
  let end = offset;
  for (const hit of found.hits) {
    const [head = '', ...atoms] = listHit(hit, isFromOne, budget);
    // The first Prime in any case, so that a reader gets to the end.
    if (head === '' && end > offset) break;
    lines.push(head === '' ? describeHit(hit, isFromOne) : head, ...atoms);
    end += 1;
  }
  const next = end < found.total ? `; next: cursor ${formatCursor(end, subject)}` : '';
  const first = `Primes ${offset + 1} to ${end} of ${found.total}${from}${next}`;
  return joinAnswer([first, ...notes], lines.join('\n'));
}

/** The texts of what is found, as a context. */
async function readFound(call: ToolCall, request: ContextRequest): Promise<string> {
  const { text, atoms, leftOut, missing } = await packContext(call.source, request, {
    readHint: 'Read what was left out with read_atom.',
    signal: call.signal,
  });
  if (atoms.length > 0 || leftOut.length > 0 || missing.length > 0) return text.trimEnd();
  return ['Nothing matches.', 'Try other words, or leave scope and kind out.', call.elsewhere]
    .filter((line) => line !== undefined)
    .join('\n');
}

/** The lines of a Prime that fit; none if not even the first two do. */
function listHit(hit: KnowledgeHit, isFromOne: boolean, budget: Budget): string[] {
  const atoms = hit.atoms.map((atom) => `- ${formatAtomLine(atom)}`);
  const start = [describeHit(hit, isFromOne), ...atoms.slice(0, 1)];
  if (!budget.take(start.join('\n'))) return [];
  const lines = [...start, ...budget.takeLines(atoms.slice(1))];
  const rest = hit.atomTotal - (lines.length - 1);
  const more = rest > 0 && lines.length > 1 ? [`- ${rest} more match: read_prime`] : [];
  return [...lines, ...budget.takeLines(more)];
}

function describeHit(hit: KnowledgeHit, isFromOne: boolean): string {
  const words = toLine(hit.description, MAX_PRIME_DESCRIPTION);
  return joinFacts([
    `${hit.name} ${hit.version}`,
    ...(hit.deprecated ? ['deprecated'] : []),
    ...(isFromOne ? [] : [hit.from]),
    ...(words === '' ? [] : [words]),
  ]);
}

function listNotes({ corrected, incomplete, total, withAllWords }: WordHits): string[] {
  const words = corrected.map(({ from, to }) => `${toLine(from, 64)} → ${toLine(to, 64)}`).join(', ');
  return [
    ...(withAllWords < total ? [`all words are in ${withAllWords} of them, some in the others`] : []),
    ...(words === '' ? [] : [`corrected: ${words}`]),
    ...(incomplete.length === 0 ? [] : [`no answer from: ${incomplete.join(', ')}`]),
  ];
}

function describeNone({ total }: KnowledgeHits): string {
  return total === 0 ? 'Nothing matches.' : `No more Primes: ${total} match.`;
}

function adviseNone({ elsewhere }: ToolCall): string[] {
  return [
    'Try fewer or other words, or leave scope and kind out.',
    ...(elsewhere === undefined ? [] : [elsewhere]),
  ];
}
