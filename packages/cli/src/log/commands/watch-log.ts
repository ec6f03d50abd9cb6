// `prime log watch`: what an author runs to notice a publish that was not theirs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type RegistryClient, RegistryRequestError, type SignedHead } from '@prime-registry/client';
import { formatCount, toPrintable } from '@prime-registry/command-line';
import { isKnownEntry, LogEntryError, parseLogEntry } from '@prime-registry/protocol';
import type { Environment } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { isA, unless } from '../../errors/expected.ts';
import type { RegistryLog } from '../registry-log.ts';
import type { RegistryLogs } from '../registry-logs.ts';
import type { LogWatch, WatchedEntry } from './log-result.ts';
import { readTrustedEntries } from './read-trusted-entries.ts';

/** Entries of one look, in bytes: they count only when all of them are proved, and a registry can have any number. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** A command of the shell. It gets the entry on its standard input, and its index in PRIME_LOG_INDEX. */
interface WatchCommand {
  readonly command: string;
  readonly environment: Environment;
}

export interface WatchOptions {
  /** A scope, such as `@acme`, or the name of a Prime. */
  readonly subject: string;
  /** The index of the first entry; undefined for those that come. */
  readonly since: number | undefined;
  /** Whether to end with the newest entry that is there. */
  readonly isOnce: boolean;
  /** The ids of the tokens that may make entries; empty for any. */
  readonly by: readonly string[];
  /** What to run for each entry. */
  readonly exec: WatchCommand | undefined;
  /** The pause between two looks, in milliseconds. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Called with each entry as soon as it is proved. */
  readonly onEntry: (entry: WatchedEntry) => void;
  /** Called when a look has failed, once until one succeeds. */
  readonly onFailure: (error: RegistryRequestError) => void;
}

/**
 * Watches a log; without `isOnce`, until an unexpected entry. After the first look, it goes on when a registry fails for a while:
 * whoever starts a watch again does not know what came in between.
 * @throws CommandError with the evidence if it is wrong; RegistryRequestError
 */
export async function watchLog(
  client: RegistryClient,
  logs: RegistryLogs,
  options: WatchOptions,
): Promise<LogWatch> {
  const { isOnce, everyMs, signal, onEntry, onFailure } = options;
  const log = logs.of(client);
  let from = options.since;
  let isFirst = true;
  let hasFailed = false;
  for (;;) {
    const { head, entries } = await look(log, logs, options, from).catch((error: unknown) => {
      if (isFirst || !isPassing(error)) throw error;
      if (!hasFailed) onFailure(error);
      hasFailed = true;
      return { head: undefined, entries: [] };
    });
    for (const each of entries) {
      onEntry(each);
      if (options.exec !== undefined) await runCommand(options.exec, each, signal);
    }
    if (head !== undefined) {
      if (isFirst && from !== undefined && from > head.size) throw tooShort(client, head, from);
      [isFirst, hasFailed] = [false, false];
      // An old head that is shown must not make the same entries come again.
      from = Math.max(from ?? 0, head.size);
      if (isOnce || entries.some(({ unexpected }) => unexpected))
        return { action: 'watch', registry: client.baseUrl, origin: head.origin, next: from, entries };
    }
    await delay(everyMs, undefined, { signal });
    log.forgetTrust();
  }
}

/** The entries from an index on that are watched for, and the head that proves them. */
async function look(
  log: RegistryLog,
  logs: RegistryLogs,
  options: WatchOptions,
  from: number | undefined,
): Promise<{ readonly head: SignedHead; readonly entries: readonly WatchedEntry[] }> {
  const entries: WatchedEntry[] = [];
  let heldBytes = 0;
  const { signal } = options;
  const head = await readTrustedEntries(log, logs, { from, signal }, (bytes, index) => {
    const watched = select(bytes, index, options);
    if (watched === undefined) return;
    heldBytes += bytes.length;
    if (heldBytes > MAX_HELD_BYTES) throw tooMany(options.subject, index);
    entries.push(watched);
  });
  return { head, entries };
}

/** Whether the same request may succeed later. */
function isPassing(error: unknown): error is RegistryRequestError {
  if (!(error instanceof RegistryRequestError)) return false;
  const { reason, status = 0 } = error;
  return reason === 'unreachable' || reason === 'timeout' || status >= 500 || status === 429;
}

/** Whoever asks for later entries has seen the earlier ones. */
function tooShort({ baseUrl }: RegistryClient, { size }: SignedHead, since: number): CommandError {
  const message = `the log of ${baseUrl} has ${formatCount(size, 'entry', 'entries')}, and --since asks for those from #${since} on`;
  return new CommandError(message, {
    code: 'log_too_short',
    hint: 'if it had them, it has lost entries or shows an old head: ask its operator',
  });
}

function tooMany(subject: string, index: number): CommandError {
  const mebibytes = MAX_HELD_BYTES / (1024 * 1024);
  return new CommandError(`the log has more than ${mebibytes} MiB of entries of ${subject} up to #${index}`, {
    code: 'log_too_long',
    hint: `begin later, such as with '--since ${index}', or watch one Prime; 'prime log verify' reads all of it`,
  });
}

/** The entry, if it is about what is watched. One that nobody can read is about nothing; `prime log verify` finds it. */
function select(bytes: Uint8Array, index: number, { subject, by }: WatchOptions): WatchedEntry | undefined {
  const entry = unless(isA(LogEntryError), () => parseLogEntry(bytes));
  if (entry === undefined) return undefined;
  if (!listSubjects(entry, subject).some((name) => name === subject || name.startsWith(`${subject}/`)))
    return undefined;
  return { index, entry, unexpected: by.length > 0 && !by.includes(entry.by) };
}

/** What an entry is about: a Prime, or who may publish or sign which. What is about a scope is about each Prime of it. */
function listSubjects(entry: WatchedEntry['entry'], subject: string): readonly string[] {
  const scopes = isKnownEntry(entry) && entry.type === 'trust' ? entry.scopes : textOf(entry, 'scope');
  const primes = isKnownEntry(entry) && entry.type === 'trust' ? entry.primes : textOf(entry, 'name');
  const wide = scopes.filter((scope) => subject.startsWith(`${scope}/`)).map(() => subject);
  return [...scopes, ...primes, ...wide];
}

/** A field of an entry, if it is a text: one that this program does not know can have anything there. */
function textOf(entry: WatchedEntry['entry'], field: string): readonly string[] {
  const value = Object.hasOwn(entry, field) ? entry[field as keyof typeof entry] : undefined;
  return typeof value === 'string' ? [value] : [];
}

async function runCommand(
  { command, environment }: WatchCommand,
  { index, entry, unexpected }: WatchedEntry,
  signal: AbortSignal,
): Promise<void> {
  const child = spawn(command, {
    shell: true,
    signal,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...environment, PRIME_LOG_INDEX: String(index), PRIME_LOG_UNEXPECTED: unexpected ? '1' : '' },
  });
  // A command need not read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${JSON.stringify(entry)}\n`);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0)
    throw new CommandError(`'${command}' ended with the exit code ${code} for the entry #${index}`);
}

const SHOWN_FIELDS = ['scope', 'name', 'version', 'channel', 'change', 'rule', 'fingerprint'] as const;

/** An entry on a line. */
export function describeEntry({ index, entry, unexpected }: WatchedEntry): string {
  const { type, at, by } = entry;
  const subject = SHOWN_FIELDS.flatMap((field) => textOf(entry, field)).join(' ');
  const parts = [`#${index}`, at, type, subject, `by ${by}`, ...(unexpected ? ['UNEXPECTED'] : [])];
  return parts.map(toPrintable).join('  ');
}
