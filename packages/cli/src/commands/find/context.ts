// `prime context`
import { isAtomId } from '@prime-registry/atoms';
import {
  type Flags,
  formatCount,
  toPrintable,
  toPrintableText,
  UsageError,
  valued,
} from '@prime-registry/command-line';
import {
  CONTEXT_LIMITS,
  type ContextOptions,
  type ContextRequest,
  type PackedContext,
  packContext,
  splitIds,
} from '@prime-registry/knowledge';
import type { Command, CommandContext } from '../../command.ts';
import { type ContextResult, toContextResult } from '../../knowledge/context-result.ts';
import { InstalledKnowledge } from '../../knowledge/installed-knowledge.ts';
import { OFFLINE_OPTION, openInstalledFor } from '../../knowledge/offline-option.ts';
import { openRegistryKnowledge } from '../../knowledge/open-knowledge.ts';

const { minBudget, maxBudget, defaultBudget, maxIds, maxQuery } = CONTEXT_LIMITS;
const READ_HINT = "'prime atom <id>' prints one of them.";

export const context: Command<ContextResult> = {
  usage: {
    parameters: ['<word or id>…'],
    asksRegistries: true,
    options: {
      budget: valued(
        '<tokens>',
        `Most tokens of the whole text, estimated: ${minBudget} to ${maxBudget}, ${defaultBudget} by default`,
      ),
      kind: valued('<kind>', 'Search only for atoms of this kind'),
      scope: valued('<@scope>', 'Search only in Primes of this scope'),
      ...OFFLINE_OPTION,
    },
    details: [
      'Takes a task in plain words, ids of atoms, or both, and prints Markdown for an agent: the best atoms, each after those that it requires, at the lengths that use the tokens best, and what was left out. Atoms that were asked for come first. With the name of a Prime, only that Prime is searched.',
      'Reads what is installed and locked. Registries are asked if none of it fits, or if it lacks an id.',
    ],
    examples: [
      'context rename a column without downtime',
      'context --budget 2000 "write an endpoint that receives webhooks"',
      'context @acme/rule-visible-focus @acme/web-style keyboard --offline --json',
    ],
  },

  async run(commandContext, flags, parameters) {
    const { terminal, signal } = commandContext;
    const { query, ids } = splitIds(parameters.join(' '));
    if (query === '' && ids.length === 0)
      throw new UsageError('there is no task; give words, ids of atoms, or both');
    if (ids.length > maxIds) throw new UsageError(`there are ${ids.length} ids; give at most ${maxIds}`);
    if (query.length > maxQuery)
      throw new UsageError(`the task has ${query.length} characters; give at most ${maxQuery}`);
    const budget = readBudget(flags);
    const kind = typeof flags.kind === 'string' ? flags.kind : undefined;
    const request = { query, ids, budget, kind, scope: readScope(flags) };
    const packed = await packInstalledFirst(commandContext, flags, request, { readHint: READ_HINT, signal });
    for (const { id, similar } of packed.missing) {
      const others = similar.length === 0 ? '' : `; similar: ${similar.join(', ')}`;
      terminal.warn(toPrintable(`There is no atom and no Prime ${id}${others}`));
    }
    for (const url of packed.incomplete)
      terminal.warn(toPrintable(`${url} gave no answer. Its Primes may be missing.`));
    for (const name of packed.unread) terminal.warn(toPrintable(`${name} could not be read.`));
    return toContextResult({ query, ids, budget }, packed);
  },

  view: ({ text }) => toPrintableText(text.trimEnd()),

  afterwards({ atoms, left_out: leftOut, tokens, budget }, terminal) {
    const counts = `${formatCount(atoms.length, 'atom')}, ${tokens} of ${budget} tokens (estimated)`;
    terminal.note(leftOut.length === 0 ? counts : `${counts}; ${leftOut.length} left out`);
  },
};

function readBudget({ budget = `${defaultBudget}` }: Flags): number {
  const tokens = typeof budget === 'string' && /^[0-9]{1,7}$/.test(budget) ? Number(budget) : 0;
  if (tokens >= minBudget && tokens <= maxBudget) return tokens;
  throw new UsageError(`--budget: '${budget}' is not a whole number from ${minBudget} to ${maxBudget}`);
}

function readScope({ scope }: Flags): string | undefined {
  if (typeof scope !== 'string') return undefined;
  if (isAtomId(`${scope}/x`)) return scope;
  throw new UsageError(`--scope: '${scope}' is not a scope; write it as in @acme`);
}

/**
 * A context from installed Primes; from registries too only if these have nothing for it, or not all that was asked for. Words of
 * Primes that nobody has installed do not get into the prompt of an agent without need.
 * @throws ValidationError with `--offline` and without a project; RegistryError, UsageError
 */
async function packInstalledFirst(
  context: CommandContext,
  flags: Flags,
  request: ContextRequest,
  options: ContextOptions,
): Promise<PackedContext> {
  const primes = await openInstalledFor(context, flags);
  if (primes === undefined) return packContext(await openRegistryKnowledge(context, flags), request, options);
  const installed = new InstalledKnowledge(primes);
  const packed = await packContext(installed, request, options);
  const isEnough = packed.missing.length === 0 && packed.atoms.length + packed.leftOut.length > 0;
  if (isEnough || flags.offline === true) return packed;
  const { LayeredKnowledge } = await import('../../knowledge/layered-knowledge.ts');
  const both = new LayeredKnowledge(installed, () => openRegistryKnowledge(context, flags));
  return packContext(both, request, options);
}
