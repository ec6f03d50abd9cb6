// Tool: a Prime with a page of its atoms.
import { findSimilar, quote } from '@prime-registry/protocol';
import type { KnownAtom, KnownPrime } from '../source/known-prime.ts';
import { Budget, cutToTokens } from './answers/budget.ts';
import { formatCursor, readCursor } from './answers/cursor.ts';
import { describeYank } from './answers/describe-yank.ts';
import { BETWEEN, formatAtomLine, formatPlace, formatTokens, joinAnswer, toLine } from './answers/facts.ts';
import type { PRIME_ARGUMENTS } from './argument-tables.ts';
import type { Values } from './arguments/argument.ts';
import { requirePrime } from './mistakes/missing.ts';
import { readPrimeReference, readWanted } from './mistakes/read-reference.ts';
import { ToolMistake } from './mistakes/tool-mistake.ts';
import type { ToolCall } from './tool-options.ts';

/** Fewest tokens of the line of an atom: bounds how many atoms are read for a page. */
const FEWEST_LINE_TOKENS = 8;
const MAX_ATOMS = 200;
const MAX_SHOWN_KINDS = 12;
const MAX_SHOWN_REQUIRES = 12;
const MAX_DESCRIPTION = 1000;
/** Room for the line that says which atoms are shown, in tokens. */
const PAGE_LINE_TOKENS = 24;
/** Which part of the budget facts of the Prime may take, and which part of the rest what its authors say about it. */
const FACTS_SHARE = 0.3;

/** The answer. @throws ToolMistake if there is no such Prime, or the arguments are wrong */
export async function readPrime(call: ToolCall, values: Values<typeof PRIME_ARGUMENTS>): Promise<string> {
  const name = readPrimeReference('name', values.name);
  const wanted = readWanted('version', values.version);
  const prime = await requirePrime(call, name, wanted);
  const { kind } = values;
  const subject = ['read_prime', prime.name, prime.sha256, kind ?? ''];
  const start = readCursor(
    values.cursor,
    subject,
    'Leave it out to begin again; to go on in an older version, pass that version.',
  );

  const budget = new Budget(values.budget - PAGE_LINE_TOKENS);
  const header = [`${prime.name} ${prime.version}`, ...formatPlace(prime)].join(BETWEEN);
  if (!budget.take(header)) throw new ToolMistake("'budget' is too small for this Prime; pass 300 or more.");
  const facts = [header, ...budget.takeLines(await describeYank(call, prime))];
  const about: string[] = [];
  if (start === 0) {
    facts.push(...budget.takeLines(listFacts(prime), FACTS_SHARE));
    about.push(...budget.takeLines(listWords(prime, budget.tokens * FACTS_SHARE), 2 * FACTS_SHARE));
  }
  const limit = Math.min(MAX_ATOMS, Math.ceil(budget.tokens / FEWEST_LINE_TOKENS) + 1);
  const page = await call.source.listAtoms(prime, { kind, offset: start, limit }, call);
  if (page === undefined) return joinAnswer([...facts, 'its atoms were not read'], about.join('\n'));
  const { total } = page;
  if (total === 0 && kind !== undefined) throw noSuchKind(prime, kind);
  if (start >= total && start > 0) throw new ToolMistake("'cursor' is behind the last atom.");
  const lines = takeAtoms(page.atoms, budget);
  const end = start + lines.length;
  const next = end < total ? `; next: cursor ${formatCursor(end, subject)}` : '';
  facts.push(`atoms ${Math.min(start + 1, total)} to ${end} of ${total}${next}`);
  return joinAnswer(facts, [about.join('\n'), lines.join('\n')].filter((part) => part !== '').join('\n\n'));
}

/** Lines of the first atoms: as many as fit, and at least one, so that a reader gets to the end. */
function takeAtoms(atoms: readonly KnownAtom[], budget: Budget): string[] {
  const lines: string[] = [];
  for (const atom of atoms) {
    const line = formatAtomLine(atom);
    if (!budget.take(line) && lines.length > 0) break;
    lines.push(line);
  }
  return lines;
}

function listFacts(prime: KnownPrime): string[] {
  const { summary, core, full } = prime.tokens;
  const kinds = prime.kinds.map(({ kind, count }) => `${toLine(kind, 40)} ${count}`);
  const requires = Object.entries(prime.requires).map(([name, range]) => `${name} ${range}`);
  return [
    ...(kinds.length === 0 ? [] : [`kinds: ${cutList(kinds, MAX_SHOWN_KINDS)}`]),
    ...(kinds.length === 0
      ? []
      : [`all texts: core ${formatTokens(core)}, summary ${summary}, full ${full}`]),
    ...(requires.length === 0 ? [] : [`requires: ${cutList(requires, MAX_SHOWN_REQUIRES)}`]),
  ];
}

/** What the authors say about the Prime. */
function listWords({ description, license, deprecated }: KnownPrime, tokens: number): string[] {
  const about = cutToTokens(toLine(description, MAX_DESCRIPTION), tokens);
  return [
    ...(about === '' ? [] : [about]),
    ...(license === undefined ? [] : [`licence: ${toLine(license, 80)}`]),
    ...(deprecated === undefined || deprecated === '' ? [] : [`deprecated: ${toLine(deprecated, 300)}`]),
  ];
}

function noSuchKind(prime: KnownPrime, kind: string): ToolMistake {
  const kinds = prime.kinds.map((known) => known.kind);
  const similar = findSimilar(kind, kinds);
  const listed = cutList(
    kinds.map((known) => toLine(known, 64)),
    MAX_SHOWN_KINDS,
  );
  const hint = similar === undefined ? '' : ` Did you mean '${toLine(similar, 64)}'?`;
  return new ToolMistake(
    `${prime.name} ${prime.version} has no atoms of the kind ${quote(kind)}.${hint} Its kinds: ${listed}.`,
  );
}

function cutList(items: readonly string[], most: number): string {
  const rest = items.length - most;
  return `${items.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
