// Tool: which versions the requirements of a SKILL.md select.
import { mapConcurrently } from '@prime-registry/concurrency';
import type { KnownPrime } from '../source/known-prime.ts';
import { Budget } from './answers/budget.ts';
import { formatTokens, joinFacts, toOneLine } from './answers/facts.ts';
import type { RESOLVE_ARGUMENTS } from './argument-tables.ts';
import type { Values } from './arguments/argument.ts';
import { requirePrime } from './mistakes/missing.ts';
import { readPrimeReference, readWanted } from './mistakes/read-reference.ts';
import { explainError, ToolMistake } from './mistakes/tool-mistake.ts';
import type { ToolCall } from './tool-options.ts';

/** How many Primes are looked up at a time. */
const AT_A_TIME = 4;
/** Room for the line about what was left out, in tokens. */
const LAST_LINE_TOKENS = 12;

type Resolved = { readonly line: string; readonly spec?: string };

/** The answer: the command, and a line for each requirement, in their order. @throws ToolMistake if none is found */
export async function resolvePrimes(
  call: ToolCall,
  { requires, budget: tokens }: Values<typeof RESOLVE_ARGUMENTS>,
): Promise<string> {
  const unique = [...new Set(requires)];
  const { signal } = call;
  const resolved = await mapConcurrently(unique, { limit: AT_A_TIME, signal }, (text) => resolve(call, text));
  const specs = resolved.flatMap(({ spec }) => (spec === undefined ? [] : [spec]));
  if (specs.length === 0) throw new ToolMistake(...resolved.map(({ line }) => line));
  const budget = new Budget(tokens - LAST_LINE_TOKENS);
  const lines = budget.takeLines([
    toOneLine(`install: prime install ${specs.join(' ')}`),
    ...resolved.map(({ line }) => line),
  ]);
  const rest = resolved.length + 1 - lines.length;
  return [...lines, ...(rest === 0 ? [] : [`left out: ${rest}; pass a larger budget`])].join('\n');
}

/** A name that cannot be resolved says why, so that the others have an answer. */
async function resolve(call: ToolCall, text: string): Promise<Resolved> {
  try {
    const { name, range } = split(text);
    readPrimeReference('requires', name);
    const wanted = readWanted(name, range);
    const found = await requirePrime(call, name, wanted);
    return { line: describe(found, wanted), spec: `${name}@${found.version}` };
  } catch (error) {
    const line = explainError(error);
    if (line === undefined) throw error;
    return { line };
  }
}

/** `@scope/name` and what is behind the second `@`. */
function split(text: string): { readonly name: string; readonly range: string | undefined } {
  const at = text.indexOf('@', 1);
  if (at === -1) return { name: text, range: undefined };
  return { name: text.slice(0, at).trim(), range: text.slice(at + 1) };
}

function describe(prime: KnownPrime, wanted: string | undefined): string {
  return joinFacts([
    `${prime.name}${wanted === undefined ? '' : ` ${wanted}`} → ${prime.version}`,
    `sha256:${prime.sha256}`,
    `${prime.atomCount} atoms`,
    formatTokens(prime.tokens.core),
    prime.from,
    ...(prime.yanked ? ['yanked: choose another version'] : []),
    ...(prime.deprecated === undefined ? [] : ['deprecated']),
  ]);
}
