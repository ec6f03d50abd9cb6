// Tool: a Prime with a page of its atoms.
import { findSimilar, quote } from '@prime-registry/protocol';
import type { KnowledgeSource, KnownPrime } from '../source/knowledge-source.ts';
import { Budget } from './answers/budget.ts';
import { formatCursor, readCursor } from './answers/cursor.ts';
import { BETWEEN, formatAtomLine, formatPlace, formatTokens, joinAnswer, toLine } from './answers/facts.ts';
import type { PRIME_ARGUMENTS } from './argument-tables.ts';
import type { Values } from './arguments/argument.ts';
import { explainMissingPrime, readOptions } from './mistakes/missing.ts';
import { readPrimeReference, readWanted } from './mistakes/read-reference.ts';
import { ToolMistake } from './mistakes/tool-mistake.ts';
import type { ToolOptions } from './tool-options.ts';

/** Fewest tokens of the line of an atom: bounds how many atoms are read for a page. */
const FEWEST_LINE_TOKENS = 8;
const MAX_SHOWN_KINDS = 12;
const MAX_SHOWN_REQUIRES = 12;
/** Most characters of the description; a quarter of the budget if that is less. */
const MAX_DESCRIPTION = 1000;
/** Room for the line that says which atoms are shown, in tokens. */
const PAGE_LINE_TOKENS = 24;

/** The answer. @throws ToolMistake if there is no such Prime, or the arguments are wrong */
export async function readPrime(
  source: KnowledgeSource,
  values: Values<typeof PRIME_ARGUMENTS>,
  options: ToolOptions,
): Promise<string> {
  const name = readPrimeReference('name', values.name);
  const wanted = readWanted('version', values.version);
  const prime = await source.findPrime(name, wanted, readOptions(options));
  if (prime === undefined) throw await explainMissingPrime(source, name, wanted, options);
  const { kind } = values;
  const subject = ['read_prime', prime.name, prime.sha256, kind ?? ''];
  const start = readCursor(
    values.cursor,
    subject,
    `Leave it out to begin again; to go on in an older version, pass that version.`,
  );

  const budget = new Budget(values.budget);
  const facts = [
    describePrime(prime),
    ...(start === 0 ? await listFacts(source, prime, options) : []),
  ].filter((line) => budget.take(line));
  const about = start === 0 ? listWords(prime, values.budget).filter((line) => budget.take(line)) : [];

  const page = await readPage(source, prime, { kind, start }, budget, options);
  if (page === undefined) {
    return joinAnswer([...facts, 'its atoms were not read'], about.join('\n'));
  }
  const { lines, total } = page;
  if (total === 0 && kind !== undefined) throw noSuchKind(prime, kind);
  const end = start + lines.length;
  if (start > total) throw new ToolMistake(`'cursor' is behind the last atom.`);
  const next = end < total ? `; next: cursor ${formatCursor(end, subject)}` : '';
  facts.push(`atoms ${Math.min(start + 1, total)}–${end} of ${total}${next}`);
  return joinAnswer(facts, [about.join('\n'), lines.join('\n')].filter((part) => part !== '').join('\n\n'));
}

async function readPage(
  source: KnowledgeSource,
  prime: KnownPrime,
  { kind, start }: { readonly kind: string | undefined; readonly start: number },
  budget: Budget,
  options: ToolOptions,
): Promise<{ readonly lines: string[]; readonly total: number } | undefined> {
  const reserved = new Budget(PAGE_LINE_TOKENS);
  const room = Math.max(0, budget.left - reserved.left);
  const limit = Math.min(200, Math.max(1, Math.ceil(room / 4 / FEWEST_LINE_TOKENS)));
  const page = await source.listAtoms(prime, { kind, offset: start, limit }, readOptions(options));
  if (page === undefined) return undefined;
  const lines: string[] = [];
  const rest = new Budget(room / 4);
  for (const atom of page.atoms.slice(0, limit)) {
    const line = formatAtomLine(atom);
    // The first one in any case, so that a reader gets to the end.
    if (!rest.take(line) && lines.length > 0) break;
    lines.push(line);
  }
  return { lines, total: page.total };
}

function describePrime(prime: KnownPrime): string {
  return [`${prime.name} ${prime.version}`, ...formatPlace(prime)].join(BETWEEN);
}

async function listFacts(
  source: KnowledgeSource,
  prime: KnownPrime,
  options: ToolOptions,
): Promise<string[]> {
  const { summary, core, full } = prime.tokens;
  const requires = Object.entries(prime.requires).map(([name, range]) => `${name} ${range}`);
  return [
    ...(prime.yanked ? [await describeYank(source, prime, options)] : []),
    ...(prime.atomCount === 0
      ? []
      : [
          `kinds: ${cutList(
            prime.kinds.map(({ kind, count }) => `${toLine(kind, 64)} ${count}`),
            MAX_SHOWN_KINDS,
          )}`,
          `all texts: core ${formatTokens(core)}, summary ${summary}, full ${full}`,
        ]),
    ...(requires.length === 0 ? [] : [`requires: ${cutList(requires, MAX_SHOWN_REQUIRES)}`]),
  ];
}

/** What to do about a version that was withdrawn. */
async function describeYank(
  source: KnowledgeSource,
  prime: KnownPrime,
  options: ToolOptions,
): Promise<string> {
  const current = await source.findPrime(prime.name, 'latest', readOptions(options));
  const instead = current === undefined || current.yanked ? '' : `; the version to use is ${current.version}`;
  return `yanked: withdrawn by its author${instead}`;
}

/** What the author says of the Prime. */
function listWords({ description, license, deprecated }: KnownPrime, budget: number): string[] {
  const about = toLine(description, Math.min(MAX_DESCRIPTION, budget));
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
