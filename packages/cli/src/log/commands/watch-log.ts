// `prime log watch`: what an author runs to notice a publish that was not theirs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { RegistryClient } from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import { isKnownEntry, LogEntryError, parseLogEntry } from '@prime-registry/protocol';
import type { Environment } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
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

/** What to watch for. */
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
}

/** Watches a log; without `isOnce`, until an unexpected entry. @throws CommandError with the evidence if it is wrong */
export async function watchLog(
  client: RegistryClient,
  logs: RegistryLogs,
  options: WatchOptions,
): Promise<LogWatch> {
  const { isOnce, everyMs, signal, onEntry } = options;
  const log = logs.of(client);
  let from = options.since;
  for (;;) {
    const entries: WatchedEntry[] = [];
    let heldBytes = 0;
    const head = await readTrustedEntries(log, logs, { from, signal }, (bytes, index) => {
      const watched = select(bytes, index, options);
      if (watched === undefined) return;
      heldBytes += bytes.length;
      if (heldBytes > MAX_HELD_BYTES) throw tooMany(options.subject, index);
      entries.push(watched);
    });
    for (const each of entries) {
      onEntry(each);
      if (options.exec !== undefined) await runCommand(options.exec, each, signal);
    }
    // An old head that is shown must not make the same entries come again.
    from = Math.max(from ?? 0, head.size);
    if (isOnce || entries.some(({ unexpected }) => unexpected))
      return { action: 'watch', registry: client.baseUrl, origin: head.origin, next: from, entries };
    await delay(everyMs, undefined, { signal });
    log.forgetTrust();
  }
}

function tooMany(subject: string, index: number): CommandError {
  const mebibytes = MAX_HELD_BYTES / (1024 * 1024);
  return new CommandError(`the log has more than ${mebibytes} MiB of entries of ${subject} up to #${index}`, {
    code: 'log_too_long',
    hint: `begin later, such as with '--since ${index}', or watch one Prime; 'prime log verify' reads a log of any size`,
  });
}

/** The entry, if it is about what is watched. One that nobody can read is about nothing; `prime log verify` finds it. */
function select(bytes: Uint8Array, index: number, { subject, by }: WatchOptions): WatchedEntry | undefined {
  const entry = findEntry(bytes);
  if (entry === undefined) return undefined;
  if (!listSubjects(entry, subject).some((name) => name === subject || name.startsWith(`${subject}/`)))
    return undefined;
  return { index, entry, unexpected: by.length > 0 && !by.includes(entry.by) };
}

/** What an entry is about: a Prime, or who may publish which. A rule for a scope is about each Prime of it. */
function listSubjects(entry: WatchedEntry['entry'], subject: string): readonly string[] {
  if (isKnownEntry(entry) && entry.type === 'trust') {
    const scopes = entry.scopes.filter((scope) => subject.startsWith(`${scope}/`)).map(() => subject);
    return [...entry.scopes, ...entry.primes, ...scopes];
  }
  return 'name' in entry && typeof entry.name === 'string' ? [entry.name] : [];
}

function findEntry(bytes: Uint8Array): WatchedEntry['entry'] | undefined {
  try {
    return parseLogEntry(bytes);
  } catch (error) {
    if (error instanceof LogEntryError) return undefined;
    throw error;
  }
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

/** An entry on a line. */
export function describeEntry({ index, entry, unexpected }: WatchedEntry): string {
  const { type, at, by } = entry;
  const text = (field: string): string => (field in entry ? String(entry[field as keyof typeof entry]) : '');
  const subject = [text('name'), text('version'), text('channel'), text('change'), text('rule')]
    .filter((part) => part !== '')
    .join(' ');
  const parts = [`#${index}`, at, type, subject, `by ${by}`, ...(unexpected ? ['UNEXPECTED'] : [])];
  return parts.map(toPrintable).join('  ');
}
