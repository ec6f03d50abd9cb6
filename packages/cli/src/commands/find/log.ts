// `prime log`
import { resolve } from 'node:path';
import type { RegistryClient } from '@prime-registry/client';
import { type Flags, flag, formatCount, UsageError, valued } from '@prime-registry/command-line';
import { parsePrimeName, parseRegistryUrl, parseScope } from '@prime-registry/protocol';
import type { Command, CommandContext } from '../../command.ts';
import { DONE, INVALID, UNEXPECTED } from '../../exit-code.ts';
import { describeVerification } from '../../log/commands/describe-verification.ts';
import { keepHeapSmall } from '../../log/commands/frugal-heap.ts';
import type { LogResult, LogWatch } from '../../log/commands/log-result.ts';
import { describeStatus, readStatus } from '../../log/commands/show-status.ts';
import { describeTrusted, trustLog } from '../../log/commands/trust-log.ts';
import { verifyLog } from '../../log/commands/verify-log.ts';
import { describeEntry, watchLog } from '../../log/commands/watch-log.ts';
import { openRegistryLogs } from '../../log/registry-logs.ts';
import { openRegistries, type Registries } from '../../registries/open-registries.ts';

export const log: Command<LogResult> = {
  usage: {
    parameters: ['<status|verify|watch|trust>', '[<registry>|<scope>]', '[<key>]'],
    asksRegistries: true,
    options: {
      copy: valued(
        '<folder>',
        'verify: keep a copy of the entries there, with which a registry can recover its log',
      ),
      digests: flag('verify: also compare the digest of every version that the registry serves'),
      once: flag('watch: end with the newest entry that is there'),
      since: valued('<index>', 'watch: begin with this entry'),
      by: valued('<id>', 'watch: who may make entries, by the id of a token; any other one is unexpected', {
        multiple: true,
      }),
      exec: valued('<command>', 'watch: run this for each entry, with the entry as its input'),
      every: valued('<seconds>', 'watch: the pause between two looks; 30 by default'),
    },
    details: [
      'Every change of a registry is an entry of its log, and no entry can be changed without everybody noticing. An install checks the log by itself; these commands look at all of it.',
      "'status' compares what the registries show with what you have seen. 'verify' reads all entries of a log, and compares them with the lists of its registry; it exits with 2 if they do not fit; with --digests it reads the manifest of every version, too. " +
        "'watch' shows the entries of a scope or a Prime, and exits with 4 at one that is unexpected: run it in CI to notice a publish that was not yours. " +
        "'trust' trusts a new key, after the operator has told you why there is one.",
      "Without --since, 'watch' shows entries that come, or all entries with --once.",
    ],
    examples: [
      'log status',
      'log verify https://primes.acme.example',
      'log verify --digests',
      'log watch @acme --once --since 1204 --by e7d742cc9af2',
      'log trust https://primes.acme.example',
    ],
  },

  async run(context, flags, [action, argument, key, ...rest]) {
    if (rest[0] !== undefined || (key !== undefined && action !== 'trust'))
      throw new UsageError(`'${rest[0] ?? key}' is one argument too many`);
    requireAction(action, flags);
    if (action === 'verify') keepHeapSmall();
    const [registries, logs] = [await openRegistries(context, flags), await openRegistryLogs(context)];
    const { signal } = context;
    switch (action) {
      case 'status': {
        const { ordered, pins } = registries;
        const all =
          argument === undefined ? [...ordered, ...pins.values()] : [findRegistry(registries, argument)];
        return readStatus([...new Set(all)], logs, signal);
      }
      case 'verify':
        return verifyLog(findRegistry(registries, argument), logs, {
          hasDigests: flags.digests === true,
          signal,
          copyFolder: typeof flags.copy === 'string' ? resolve(context.folder, flags.copy) : undefined,
        });
      case 'watch': {
        const { subject, scope } = readSubject(argument);
        const client = registries.pins.get(scope) ?? findRegistry(registries, undefined);
        return watchLog(client, logs, { ...readWatchFlags(context, flags), subject, signal });
      }
      case 'trust':
        return trustLog(context, findRegistry(registries, argument), logs, key);
      default:
        throw new UsageError(`'${action}' is not one of status, verify, watch and trust`);
    }
  },

  view(result) {
    switch (result.action) {
      case 'status':
        return describeStatus(result);
      case 'verify':
        return describeVerification(result);
      case 'watch':
        return result.entries.length === 0 ? `nothing up to #${result.next - 1}` : '';
      case 'trust':
        return describeTrusted(result);
    }
  },

  exitCode(result) {
    if (result.action === 'verify') return result.problem_count === 0 ? DONE : INVALID;
    return result.action === 'watch' && hasUnexpected(result) ? UNEXPECTED : DONE;
  },
};

function hasUnexpected({ entries }: LogWatch): boolean {
  return entries.some(({ unexpected }) => unexpected);
}

const WATCH_FLAGS = ['once', 'since', 'by', 'exec', 'every'];

/** Options are for one action each. */
function requireAction(action: string | undefined, flags: Flags): void {
  if (flags.digests === true && action !== 'verify')
    throw new UsageError("--digests is for 'prime log verify'");
  const given = WATCH_FLAGS.find((name) => flags[name] !== undefined && flags[name] !== false);
  if (given !== undefined && action !== 'watch') throw new UsageError(`--${given} is for 'prime log watch'`);
  if (flags.copy !== undefined && action !== 'verify')
    throw new UsageError("--copy is for 'prime log verify'");
}

/** A registry of the command, the first one by default. @throws UsageError for any other one */
function findRegistry({ ordered, pins }: Registries, text: string | undefined): RegistryClient {
  const all = [...ordered, ...pins.values()];
  const parsed = text === undefined ? undefined : parseRegistryUrl(text);
  if (parsed?.ok === false) throw new UsageError(parsed.message);
  const found = parsed === undefined ? all[0] : all.find(({ baseUrl }) => baseUrl === parsed.value);
  if (found !== undefined) return found;
  throw new UsageError(`${text} is not one of your registries; add '--remote ${text}'`);
}

function readSubject(text: string | undefined): { readonly subject: string; readonly scope: string } {
  if (text === undefined) throw new UsageError("<scope> is missing; name what to watch, such as '@acme'");
  const scope = parseScope(text);
  if (scope.ok) return { subject: scope.value, scope: scope.value };
  const name = parsePrimeName(text);
  if (!name.ok) throw new UsageError(`'${text}' is neither a scope such as '@acme' nor the name of a Prime`);
  return { subject: name.value.full, scope: name.value.scope };
}

/** Longest pause between two looks, in seconds: a day. */
const MAX_PAUSE_SECONDS = 86_400;

function readWatchFlags(
  { environment, terminal }: CommandContext,
  { once: isOnce, since, by, exec, every = '30' }: Flags,
): Omit<Parameters<typeof watchLog>[2], 'subject' | 'signal'> {
  if (typeof since === 'string' && !/^\d{1,15}$/.test(since))
    throw new UsageError('--since takes the index of an entry, such as 1204');
  const seconds = /^\d{1,5}(?:\.\d{1,3})?$/.test(String(every)) ? Number(every) : 0;
  if (seconds <= 0 || seconds > MAX_PAUSE_SECONDS)
    throw new UsageError(`--every takes seconds, more than 0 and at most ${MAX_PAUSE_SECONDS}`);
  return {
    since: typeof since === 'string' ? Number(since) : isOnce === true ? 0 : undefined,
    isOnce: isOnce === true,
    by: Array.isArray(by) ? by.map(String) : [],
    exec: typeof exec === 'string' ? { command: exec, environment } : undefined,
    everyMs: seconds * 1000,
    onEntry: (entry) => {
      if (!terminal.isJson) terminal.streams.stdout.write(`${describeEntry(entry)}\n`);
    },
    onFailure: ({ message }) =>
      terminal.warn(`${message}; the next look is in ${formatCount(seconds, 'second')}`),
  };
}
