// Opens what signs the log of a server. Without a key that fits, the log is written and not signed, and a warning says
// what to do.
import type { MarkStore } from '@prime-registry/blobs';
import { RegistryError } from '@prime-registry/protocol';
import type { LogName, LogStore } from '@prime-registry/store';
import type { ServerSettings } from '../../config/server-settings.ts';
import { CurrentSigner, type NamedSigner } from '../../log/current-signer.ts';
import { HALT_REMEDY } from '../../log/halted.ts';
import { HeadGuard } from '../../log/head-guard.ts';
import { firstOrigin, type SortedKeys, sortKeys } from '../../log/log-names.ts';
import { sha256 } from '../../signing/ed25519.ts';
import { makeSigningKey, type SigningKey, verifierKeyOf } from '../../signing/key-file.ts';
import type { LogSigner } from '../../signing/log-signer.ts';
import { createNoteSigner } from '../../signing/note-signer.ts';
import { LOG_KEY_FILE } from '../storage/data-folder.ts';
import { createKeyFile, findKeyPath, type KeyFileSettings, readKeys } from './log-key-file.ts';

/** What the log is opened with. */
export interface LogParts {
  readonly store: Pick<
    LogStore,
    'readLogHead' | 'readLogHashes' | 'listLogNames' | 'beginLogName' | 'haltLog'
  >;
  readonly marks: MarkStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly warn: (fields: object, message: string) => void;
}

/** What signs the log. */
export interface OpenedLog {
  readonly signer: LogSigner;
  readonly guard: HeadGuard;
}

type LogSettings = KeyFileSettings & Pick<ServerSettings, 'log' | 'publicUrl'>;

/**
 * Opens the signatures of the log; at the first start, makes the key and names the log.
 * @returns undefined if nothing is signed
 * @throws SettingError if the key file cannot be used; RegistryError `storage_unavailable`
 */
export async function openLog(settings: LogSettings, parts: LogParts): Promise<OpenedLog | undefined> {
  const { store, marks, now, warn } = parts;
  const { halted, logId } = await store.readLogHead();
  if (halted !== undefined) warn({ reason: halted }, `the log is halted. ${HALT_REMEDY}`);
  if (settings.log === 'off') return undefined;
  const keys = await openKeys(settings, parts, logId);
  if (keys === undefined) {
    warn({}, describeMissingKey(settings));
    return undefined;
  }
  const names = await nameLog(settings, parts, keys, logId);
  const sorted = sortKeys(names, keys);
  const first = openSigner(names, sorted, now);
  if (first === undefined) {
    warn({}, KEY_OF_ANOTHER);
    return undefined;
  }
  if (!sorted.hasCurrent)
    warn(
      {},
      'the key file has only a replaced key of the log: give this server the one with the current key',
    );
  const signer = new CurrentSigner(first, () => reopenSigner(settings, parts));
  const guard = new HeadGuard({
    ...{ store, marks, signer, sha256 },
    onHalt: (reason) => warn({ reason }, `the log was halted. ${HALT_REMEDY}`),
    onFailure: (error) => warn({ err: error }, 'the log could not be compared with what was signed of it'),
  });
  return { signer, guard };
}

const KEY_OF_ANOTHER =
  "the log is not signed: its key file has no key of the log. Import the right one with 'prime-registry log key import', " +
  "or begin a new name of the log with 'prime-registry log restart'; then start the servers again";

function describeMissingKey({ database, logKeyFile }: LogSettings): string {
  return database !== '' && logKeyFile === ''
    ? "the log is not signed: with PostgreSQL, all servers need the same key. Make one with 'prime-registry log key create', " +
        'and give its file as log-key-file; or set log to off'
    : `the log is not signed: its key, ${LOG_KEY_FILE}, is not in the data folder. Import it with 'prime-registry log key import', ` +
        "or begin a new name of the log with 'prime-registry log restart'; then start the servers again";
}

/** The keys; those of a new log are made. Undefined if there are none. */
async function openKeys(
  settings: LogSettings,
  { store }: LogParts,
  logId: string,
): Promise<readonly SigningKey[] | undefined> {
  const keys = await readKeys(settings);
  const path = findKeyPath(settings);
  if (keys !== undefined || path === undefined) return keys;
  // A new key would sign for a log whose clients know another one.
  if ((await store.listLogNames()).length === 0)
    await createKeyFile(path, [makeSigningKey(firstOrigin(settings.publicUrl, logId))]);
  // Another worker may have made the key and the name since the first look.
  return readKeys(settings);
}

/** The names of the log; gives it the first one. */
async function nameLog(
  { publicUrl }: LogSettings,
  { store, now }: LogParts,
  [key]: readonly SigningKey[],
  logId: string,
): Promise<readonly LogName[]> {
  const names = await store.listLogNames();
  if (names.length > 0 || key === undefined) return names;
  const origin = firstOrigin(publicUrl, logId);
  const vkey = verifierKeyOf(origin, key);
  await store.beginLogName({ origin, vkey, atMs: now(), reason: undefined, after: undefined });
  return store.listLogNames();
}

async function reopenSigner(settings: LogSettings, { store, now }: LogParts): Promise<NamedSigner> {
  const names = await store.listLogNames();
  const signer = openSigner(names, sortKeys(names, (await readKeys(settings)) ?? []), now);
  if (signer !== undefined) return signer;
  throw new RegistryError('storage_unavailable', {
    detail: 'The log has another name now, for which this server has no key.',
  });
}

/** A signer for the current name; undefined if no key is recorded for it. */
function openSigner(
  names: readonly LogName[],
  { fitting }: SortedKeys,
  now: () => number,
): NamedSigner | undefined {
  const name = names.at(-1);
  if (name === undefined || fitting.length === 0) return undefined;
  const earlierIds = new Set(names.map(({ logId }) => logId));
  earlierIds.delete(name.logId);
  const signer = createNoteSigner(name.origin, fitting, now);
  return { signer, logId: name.logId, earlierIds: [...earlierIds] };
}
