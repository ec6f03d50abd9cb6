// `prime deprecate`
import { type Flags, flag, UsageError, valued } from '@prime-registry/command-line';
import { findSuccessorCircle, parseRange, type Successor } from '@prime-registry/protocol';
import type { Command, CommandContext } from '../../command.ts';
import { offered } from '../../errors/offered.ts';
import { parseSpecArgument } from '../../find/parse-arguments.ts';
import { IDENTITY_OPTION } from '../../identity/identity-flag.ts';
import { describeSuccessor } from '../../install/version-news.ts';
import { type LifecycleResult, listDeprecations, viewLifecycle } from '../../lifecycle/lifecycle-result.ts';
import { loadAccess, type RegistryAccess } from '../../registries/registry-access.ts';
import { describeLacking, tryResolve } from '../../registries/try-resolve.ts';
import { parseUrl } from '../../settings/load-settings.ts';

const ALL_VERSIONS = '*';

export const deprecate: Command<LifecycleResult> = {
  usage: {
    parameters: ['<name>[@<range>]'],
    asksRegistries: true,
    options: {
      identity: IDENTITY_OPTION,
      message: valued('<text>', 'Why, and what to do; everybody sees it', { short: 'm' }),
      successor: valued('<name>[@<range>]', 'What to use instead'),
      'successor-registry': valued('<url>', 'The registry that has the successor'),
      undo: flag('Take the deprecation of exactly this range back'),
    },
    details: [
      'Without a range, all versions are deprecated, with those to come. Nothing is withdrawn: installs go on, with a warning. A deprecation of the same range is replaced. A successor that no registry has (yet) is a warning.',
    ],
    examples: [
      'deprecate @acme/web-style --message "Use the new one." --successor @acme/design',
      'deprecate "@acme/web-style@<2.0.0" -m "Wrong rules for forms." --successor @acme/web-style@^2',
      'deprecate "@acme/web-style@<2.0.0" --undo',
    ],
  },

  async run(context, flags, [text = '']) {
    const { signal } = context;
    const name = parseSpecArgument(text).name;
    const range = readRange(text);
    const { message } = flags;
    const isUndo = flags.undo === true;
    if (isUndo && (message ?? flags.successor ?? flags['successor-registry']) !== undefined)
      throw new UsageError('--undo takes a deprecation back; leave out --message and --successor');
    if (!isUndo && (typeof message !== 'string' || message.trim() === ''))
      throw new UsageError('--message is missing; say why, and what to do');
    const successor = readSuccessor(flags);
    const access = await loadAccess(context, flags);
    const registry = await access.signInFor(name.scope);
    const circle = findSuccessorCircle({ name: name.full, range, successor }, registry.baseUrl);
    if (circle !== undefined) throw new UsageError(`the successor ${flags.successor} ${circle}`);
    const request =
      typeof message !== 'string'
        ? registry.undeprecate(name.full, { range, signal })
        : registry.deprecate(name.full, {
            ...{ message, range, signal },
            ...(successor !== undefined && { successor }),
          });
    const state = await offered(request, 'deprecations');
    if (successor !== undefined) await warnOfSuccessor(context, access, successor);
    const which = range === ALL_VERSIONS ? name.full : `${name.full}@${range}`;
    const done = `${which} is ${isUndo ? 'no longer ' : ''}deprecated in ${registry.baseUrl}`;
    return { ...state, registry: registry.baseUrl, done };
  },

  view: (result) => viewLifecycle(result.done, listDeprecations(result)),
};

/** The range after the name; all versions without one, which is not what a range means in other commands. */
function readRange(text: string): string {
  const at = text.indexOf('@', 1);
  if (at === -1) return ALL_VERSIONS;
  const range = parseRange(text.slice(at + 1));
  if (range.ok && (range.value.kind === 'range' || range.value.kind === 'exact')) return range.value.text;
  throw new UsageError(`'${text.slice(at + 1)}' is no range of versions; write one such as '<2.0.0'`);
}

function readSuccessor({ successor, 'successor-registry': registry }: Flags): Successor | undefined {
  if (typeof successor !== 'string') {
    if (registry !== undefined) throw new UsageError('--successor-registry needs --successor');
    return undefined;
  }
  const { name, range } = parseSpecArgument(successor);
  return {
    name: name.full,
    ...(range !== 'latest' && { range }),
    ...(typeof registry === 'string' && { registry: parseUrl('--successor-registry', registry) }),
  };
}

/**
 * Warns of a successor that nobody could install. It is no error: it may be published later, or be in a registry that is
 * configured elsewhere. Asks the registries that an install would ask, unless the successor is said to be in one that is
 * not configured here.
 */
async function warnOfSuccessor(
  { terminal, signal }: CommandContext,
  access: Pick<RegistryAccess, 'settings' | 'clientFor'>,
  successor: Successor,
): Promise<void> {
  const { name, range = 'latest', registry } = successor;
  const { registries, pins } = access.settings;
  const known = [...registries, ...[...pins.values()].map((pin) => pin.registry)];
  if (registry !== undefined && !known.includes(registry)) return;
  const [{ found, lacking } = {}] = await tryResolve(access, [{ name, range }], signal);
  if (lacking !== undefined) {
    terminal.warn(
      `the successor is ${describeSuccessor(successor)}, but ${describeLacking(lacking)}; until one does, nobody can follow the advice`,
    );
  } else if (found !== undefined && registry !== undefined && found.registry.baseUrl !== registry) {
    terminal.warn(
      `the successor is ${describeSuccessor(successor)}, but here ${name} would come from ${found.registry.baseUrl}`,
    );
  }
}
