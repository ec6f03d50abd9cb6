// Tool: which versions the requirements of a SKILL.md select.
import { mapConcurrently } from '@prime-registry/concurrency';
import { parsePrimeName, parseRange } from '@prime-registry/protocol';
import type { KnowledgeSource, KnownPrime } from '../source/knowledge-source.ts';
import { Budget } from './answers/budget.ts';
import { BETWEEN, formatTokens } from './answers/facts.ts';
import type { RESOLVE_ARGUMENTS } from './argument-tables.ts';
import type { Values } from './arguments/argument.ts';
import { explainMissingPrime } from './mistakes/missing.ts';
import { ToolMistake } from './mistakes/tool-mistake.ts';
import { readOptions, type ToolOptions } from './tool-options.ts';

/** How many Primes are looked up at a time. */
const AT_A_TIME = 4;

type Resolved = { readonly line: string; readonly spec?: string };

/** The answer: a line for each requirement, in their order, and the command. @throws ToolMistake if none is found */
export async function resolvePrimes(
  source: KnowledgeSource,
  { requires, budget: tokens }: Values<typeof RESOLVE_ARGUMENTS>,
  options: ToolOptions,
): Promise<string> {
  const unique = [...new Set(requires)];
  const resolved = await mapConcurrently(unique, { limit: AT_A_TIME }, (text) =>
    resolve(source, text, options),
  );
  const specs = resolved.flatMap(({ spec }) => (spec === undefined ? [] : [spec]));
  if (specs.length === 0) throw new ToolMistake(resolved.map(({ line }) => line).join('\n'));
  const budget = new Budget(tokens);
  const command = `install: prime install ${specs.join(' ')}`;
  const lines: string[] = [];
  const hasCommand = budget.take(command);
  for (const { line } of resolved) if (budget.take(line)) lines.push(line);
  return [...lines, ...(hasCommand ? [command] : [])].join('\n');
}

async function resolve(source: KnowledgeSource, text: string, options: ToolOptions): Promise<Resolved> {
  const { name, range } = split(text);
  const prime = parsePrimeName(name);
  if (!prime.ok) return { line: prime.message };
  const wanted = range === undefined ? undefined : parseRange(range);
  if (wanted !== undefined && !wanted.ok) return { line: `${name}: ${wanted.message}` };
  const found = await source.findPrime(name, wanted?.value.text, readOptions(options));
  if (found !== undefined)
    return { line: describe(found, wanted?.value.text), spec: `${name}@${found.version}` };
  const { message } = await explainMissingPrime(source, name, wanted?.value.text, options);
  return { line: message };
}

/** `@scope/name` and what is behind the second `@`. */
function split(text: string): { readonly name: string; readonly range: string | undefined } {
  const at = text.indexOf('@', 1);
  if (at === -1) return { name: text, range: undefined };
  return { name: text.slice(0, at).trim(), range: text.slice(at + 1) };
}

function describe(prime: KnownPrime, wanted: string | undefined): string {
  return [
    `${prime.name}${wanted === undefined ? '' : ` ${wanted}`} → ${prime.version}`,
    `sha256:${prime.sha256}`,
    `${prime.atomCount} atoms`,
    formatTokens(prime.tokens.core),
    prime.from,
    ...(prime.yanked ? ['yanked: choose another version'] : []),
    ...(prime.deprecated === undefined ? [] : ['deprecated']),
  ].join(BETWEEN);
}
