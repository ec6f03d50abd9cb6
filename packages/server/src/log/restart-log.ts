// Gives a log that cannot go on another name. Its entries stay, and the next one says what it was called before.
import { randomBytes } from 'node:crypto';
import { withLease } from '@prime-registry/concurrency';
import { formatTimestamp } from '@prime-registry/protocol';
import type { LeaseStore, LogName, LogStore } from '@prime-registry/store';
import { type SigningKey, verifierKeyOf } from '../signing/key-file.ts';
import type { SignedHead } from './head-mark.ts';
import { nextOrigin } from './log-names.ts';

export interface RestartDeps {
  readonly store: Pick<LogStore, 'readLogHead' | 'listLogNames' | 'haltLog' | 'beginLogName'> & LeaseStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How the log continues. */
export interface RestartOrder {
  /** The address of the registry without a slash at its end; empty if it has none. */
  readonly publicUrl: string;
  /** Signs from now on. */
  readonly key: Pick<SigningKey, 'seed'>;
  /** Why, in the words of the operator. Everybody can read it. */
  readonly reason: string;
  /** The last head that is known to be signed. */
  readonly lastSigned: SignedHead | undefined;
}

/** What the log was called, and is called now. */
export interface Restarted {
  readonly before: string;
  readonly origin: string;
  readonly vkey: string;
  /** Number of entries before the first one under the new name. */
  readonly size: number;
}

/** A log that cannot be changed in this way; the message is for the operator. */
export class LogChangeError extends Error {
  override readonly name = 'LogChangeError';
}

/** The current name and key of the log. @throws LogChangeError if it has none: nothing was ever signed */
export function currentNameOf(names: readonly LogName[]): LogName {
  const name = names.at(-1);
  if (name !== undefined) return name;
  throw new LogChangeError(
    'the log has no name yet, so nothing was signed; it gets one when a server starts that has a key',
  );
}

/**
 * Of several restarts at once, one after another does so: one that comes too late would leave the log halted.
 * @throws LogChangeError, or RegistryError `storage_unavailable`
 */
export function restartLog(deps: RestartDeps, order: RestartOrder): Promise<Restarted> {
  return withLease(deps.store, 'log-key', () => restart(deps, order));
}

async function restart({ store, now }: RestartDeps, order: RestartOrder): Promise<Restarted> {
  const { publicUrl, key, reason, lastSigned } = order;
  const names = await store.listLogNames();
  const before = currentNameOf(names);
  // So that nothing is appended in the meantime. A restart that is interrupted leaves the log halted.
  await store.haltLog('it is being restarted');
  const { edge } = await store.readLogHead();
  const logId = randomBytes(8).toString('hex');
  const origin = nextOrigin(names, publicUrl, logId);
  const vkey = verifierKeyOf(origin, key);
  const note = lastSigned?.logId === before.logId ? lastSigned.note : undefined;
  const previous = { origin: before.origin, size: edge.size, note, reason };
  const atMs = now();
  const isDone = await store.beginLogName({ origin, vkey, atMs, reason, after: before.vkey, logId }, [
    { v: 1, type: 'begin', at: formatTimestamp(atMs), by: 'operator', log: logId, previous },
  ]);
  if (!isDone) throw new LogChangeError('another command has just changed the name of the log, or its key');
  return { before: before.origin, origin, vkey, size: edge.size };
}
