// Replaces the key of the log. Both keys sign for a while, so that clients learn the new one from an entry under a head
// that the old one signed.
import { withLease } from '@prime-registry/concurrency';
import { formatTimestamp } from '@prime-registry/protocol';
import type { LeaseStore, LogStore } from '@prime-registry/store';
import { MAX_KEYS, makeSigningKey, type SigningKey, verifierKeyOf } from '../signing/key-file.ts';
import { refuseIfHalted } from './halted.ts';
import { sortKeys } from './log-names.ts';
import { currentNameOf, LogChangeError } from './restart-log.ts';

export interface RotationDeps {
  readonly store: Pick<LogStore, 'readLogHead' | 'listLogNames' | 'beginLogName'> & LeaseStore;
  /** Reads the key file. @throws SettingError */
  readonly readKeys: () => Promise<readonly SigningKey[]>;
  /** Replaces its content, durably. */
  readonly writeKeys: (keys: readonly SigningKey[]) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface Rotated {
  readonly vkey: string;
  readonly replaced: string;
  /** When the replaced key stops to sign. */
  readonly untilMs: number;
}

/**
 * Makes the next key, and records it in the log. Of several rotations at once, one after another does so: each replaces
 * the key file, and a recorded key that is in no file is lost.
 * @param overlapMs - how long the replaced key still signs
 * @throws LogChangeError if the key file has not the current key, or no room for another one; RegistryError `log_halted`,
 *   `storage_unavailable`
 */
export function rotateKey(deps: RotationDeps, overlapMs: number): Promise<Rotated> {
  return withLease(deps.store, 'log-key', () => rotate(deps, overlapMs));
}

async function rotate(
  { store, readKeys, writeKeys, now }: RotationDeps,
  overlapMs: number,
): Promise<Rotated> {
  const keys = await readKeys();
  refuseIfHalted(await store.readLogHead());
  const names = await store.listLogNames();
  const { origin, vkey: replaced } = currentNameOf(names);
  const { fitting, hasCurrent, strange } = sortKeys(names, keys);
  const [current, ...former] = fitting;
  if (current === undefined || !hasCurrent)
    throw new LogChangeError(`the key file has not the current key of the log, ${replaced}`);
  const atMs = now();
  const untilMs = atMs + overlapMs;
  const before = [{ ...current, untilMs }, ...former.filter((key) => (key.untilMs ?? 0) > atMs)];
  if (before.length >= MAX_KEYS) throw tooManyKeys(before);
  // A key that an interrupted rotation left: written, and not recorded.
  const next = strange.find((key) => key.untilMs === undefined) ?? makeSigningKey(origin);
  // First the file: a key that is recorded and lost could never sign. One that is not recorded yet is not used.
  await writeKeys([next, ...before]);
  const vkey = verifierKeyOf(origin, next);
  const name = { origin, vkey, atMs, reason: 'key rotated', after: replaced };
  const entry = { v: 1, type: 'log-key', at: formatTimestamp(atMs), by: 'operator', vkey } as const;
  if (!(await store.beginLogName(name, [entry])))
    throw new LogChangeError('another command has just changed the name of the log, or its key');
  return { vkey, replaced, untilMs };
}

/** A longer file could not be read again. */
function tooManyKeys(keys: readonly SigningKey[]): LogChangeError {
  const firstEndMs = Math.min(...keys.slice(1).map(({ untilMs }) => untilMs ?? Number.POSITIVE_INFINITY));
  return new LogChangeError(
    `the log is signed with ${keys.length} keys, which is as many as a key file can have; nothing was changed. ` +
      `One of them signs until ${formatTimestamp(firstEndMs)}: rotate then, or remove the line of a replaced key from the file`,
  );
}
