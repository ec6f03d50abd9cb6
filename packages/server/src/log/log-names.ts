// The names of a log, and the keys that sign for it.
import type { LogName } from '@prime-registry/store';
import { type SigningKey, verifierKeyOf } from '../signing/key-file.ts';

/** So many digits of an id are in a name: people compare them. */
const ID_DIGITS = 8;

/**
 * The first name of a log.
 * @param publicUrl - the address of the registry without a slash at its end; empty if it has none
 */
export function firstOrigin(publicUrl: string, logId: string): string {
  return publicUrl === '' ? `prime-registry-${logId}` : `${publicUrl.replace(/^https:\/\//, '')}/-/log`;
}

/**
 * The next name of a log: after the address of the registry or else as the log was called first, with a number and a part
 * of the new id. The number alone would be the same after each restore of one backup, and a name must not come twice.
 * @param names - oldest first, at least one
 * @param logId - the id that the log has from now on
 */
export function nextOrigin(
  names: readonly Pick<LogName, 'origin'>[],
  publicUrl: string,
  logId: string,
): string {
  const base = publicUrl === '' ? (names[0]?.origin ?? '') : firstOrigin(publicUrl, '');
  const number = new Set(names.map(({ origin }) => origin)).size + 1;
  return `${base}/${number}-${logId.slice(0, ID_DIGITS)}`;
}

/** The keys of a key file, as the names of the log know them. */
export interface SortedKeys {
  /** Those that may sign for the current name: the current key first, if it is there. It has no end. */
  readonly fitting: readonly SigningKey[];
  readonly hasCurrent: boolean;
  /** Those that are not recorded for it. */
  readonly strange: readonly SigningKey[];
}

/** Compares the keys of a key file with the recorded ones. @param names - oldest first */
export function sortKeys(
  names: readonly Pick<LogName, 'origin' | 'vkey'>[],
  keys: readonly SigningKey[],
): SortedKeys {
  const { origin = '', vkey: currentKey } = names.at(-1) ?? {};
  const recorded = new Set(names.filter((name) => name.origin === origin).map(({ vkey }) => vkey));
  const current: SigningKey[] = [];
  const former: SigningKey[] = [];
  const strange: SigningKey[] = [];
  for (const key of keys) {
    const vkey = origin === '' ? undefined : verifierKeyOf(origin, key);
    if (vkey === undefined || !recorded.has(vkey)) strange.push(key);
    else if (vkey !== currentKey) former.push(key);
    // A rotation that was interrupted has given it an end, and no successor.
    else current.push({ ...key, untilMs: undefined });
  }
  return { fitting: [...current, ...former], hasCurrent: current.length > 0, strange };
}
