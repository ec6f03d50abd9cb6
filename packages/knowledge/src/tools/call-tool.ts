// Calls a tool: checks the arguments, lets the tool answer, and holds the answer to its budget.
import type { KnowledgeSource } from '../source/knowledge-source.ts';
import { BUDGET_LIMITS, cutToTokens } from './answers/budget.ts';
import { ATOM_ARGUMENTS, PRIME_ARGUMENTS, RESOLVE_ARGUMENTS, SEARCH_ARGUMENTS } from './argument-tables.ts';
import { readArguments } from './arguments/read-arguments.ts';
import { describeUnknownTool, isToolName, type ToolName } from './knowledge-tools.ts';
import { explainError, ToolMistake } from './mistakes/tool-mistake.ts';
import { readAtom } from './read-atom.ts';
import { readPrime } from './read-prime.ts';
import { resolvePrimes } from './resolve-primes.ts';
import { searchKnowledge } from './search/search-knowledge.ts';
import type { ToolCall, ToolOptions, ToolResult } from './tool-options.ts';

/**
 * The answer to a call. What a model did wrong, names that do not exist and sources that cannot answer are results with
 * `isError`.
 * @param args - as they were received: anything
 * @throws the reason of `signal`; a RegistryError with status 401 or 403, which concerns the caller of the model; and
 *   what is wrong inside of the source
 */
export async function callTool(
  source: KnowledgeSource,
  name: string,
  args: unknown,
  options: ToolOptions = {},
): Promise<ToolResult> {
  options.signal?.throwIfAborted();
  const budget = findBudget(args);
  try {
    if (!isToolName(name)) throw new ToolMistake(describeUnknownTool(name));
    const text = await TOOLS[name]({ ...options, source }, args);
    return { text: cutToTokens(text, budget), isError: false };
  } catch (error) {
    const text = explainError(error);
    if (text === undefined || options.signal?.aborted) throw error;
    return { text: cutToTokens(text, budget), isError: true };
  }
}

const TOOLS: Readonly<Record<ToolName, (call: ToolCall, args: unknown) => Promise<string>>> = {
  search_knowledge: async (call, args) =>
    searchKnowledge(call, readArguments('search_knowledge', SEARCH_ARGUMENTS, args)),
  read_atom: async (call, args) => readAtom(call, readArguments('read_atom', ATOM_ARGUMENTS, args)),
  read_prime: async (call, args) => readPrime(call, readArguments('read_prime', PRIME_ARGUMENTS, args)),
  resolve_primes: async (call, args) =>
    resolvePrimes(call, readArguments('resolve_primes', RESOLVE_ARGUMENTS, args)),
};

/** The budget of a call whose other arguments may be wrong. */
function findBudget(args: unknown): number {
  const given = typeof args === 'object' && args !== null && 'budget' in args ? args.budget : undefined;
  const { minimum, maximum } = BUDGET_LIMITS;
  const isValid = Number.isInteger(given) && Number(given) >= minimum && Number(given) <= maximum;
  return isValid ? Number(given) : BUDGET_LIMITS.default;
}
