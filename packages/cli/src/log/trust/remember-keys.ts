// Trust on first use: remembers the key when a user meets the log of a registry for the first time.
import { LogError, type ReadHead, type SignedHead, trustKeys } from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import { CommandError } from '../../errors/command-error.ts';
import { isA, unless } from '../../errors/expected.ts';
import { NODE_CRYPTO } from '../node-crypto.ts';
import type { KnownLogsFile } from '../state/known-logs.ts';
import type { LogTrust } from './find-trust.ts';

/** A registry that was not known to have a log, and the head that it shows. */
export interface NewLog {
  /** Base URL. */
  readonly registry: string;
  readonly head: SignedHead;
  readonly trust: LogTrust;
}

/**
 * What was seen of a log is remembered by its name: a registry that takes the name of another log would make that one
 * look like a liar.
 * @throws CommandError `log_key_conflict`
 */
export function requireOwnName({ registry, head, trust: { vkeys } }: NewLog, knownLogs: KnownLogsFile): void {
  const { origin } = head;
  const other = knownLogs.findNamesake(registry, origin);
  if (other === undefined || other.vkeys.some((vkey) => vkeys.includes(vkey))) return;
  throw new CommandError(
    toPrintable(
      `the log of ${registry} calls itself ${origin}, as that of ${other.registry} does, and has another key`,
    ),
    {
      code: 'log_key_conflict',
      hint: `do not install from it. One of both is not what it says: ask the operators for their keys; 'prime log trust <registry> <key>' decides`,
    },
  );
}

/** From now on the registry has a log. @returns the first key that has signed the head; undefined if none has */
export function rememberKeys(
  { registry, head, trust: { vkeys } }: NewLog,
  knownLogs: KnownLogsFile,
): string | undefined {
  // After a rotation the project has the former key as well, with which nothing is signed any more.
  return addKeys(
    registry,
    vkeys.filter((vkey) => isTrusted(trustKeys([vkey], NODE_CRYPTO), head.note)),
    knownLogs,
  );
}

/** The registry itself uses the keys that a mirror of it has shown first. */
export function confirmKeys(registry: string, knownLogs: KnownLogsFile): void {
  addKeys(registry, knownLogs.find(registry)?.vkeys ?? [], knownLogs);
}

function addKeys(
  registry: string,
  [first, ...more]: readonly string[],
  knownLogs: KnownLogsFile,
): string | undefined {
  if (first === undefined) return undefined;
  knownLogs.add(registry, first, 'first-use');
  for (const vkey of more) knownLogs.add(registry, vkey, 'rotation');
  return first;
}

/** Whether a head is one to trust. */
export function isTrusted(read: ReadHead, note: string): boolean {
  return unless(isA(LogError), () => read(note)) !== undefined;
}
