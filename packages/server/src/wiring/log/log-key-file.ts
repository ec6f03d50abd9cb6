// The file with the private keys of the log: the configured one, or `log.key` in the data folder. Never in the database:
// a copy of that must not be able to sign.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileDurably, replaceFileDurably } from '@prime-registry/blobs/file-system';
import { quote } from '@prime-registry/protocol/basics';
import type { ServerSettings } from '../../config/server-settings.ts';
import { SettingError } from '../../config/setting.ts';
import { formatKeyFile, KeyFileError, parseKeyFile, type SigningKey } from '../../signing/key-file.ts';
import { LOG_KEY_FILE } from '../storage/data-folder.ts';

const OWNER_ONLY = 0o600;

/** What says where the keys are. */
export type KeyFileSettings = Pick<ServerSettings, 'dataFolder' | 'database' | 'logKeyFile'>;

/** The path of the key file; undefined with PostgreSQL if none is configured: replicas need the same key. */
export function findKeyPath({ dataFolder, database, logKeyFile }: KeyFileSettings): string | undefined {
  if (logKeyFile !== '') return logKeyFile;
  return database === '' ? join(dataFolder, LOG_KEY_FILE) : undefined;
}

/**
 * The keys of a registry, the current one first; undefined if there is no file where one is made by itself.
 * @throws SettingError if the file cannot be read or used, or the configured one is missing
 */
export async function readKeys(settings: KeyFileSettings): Promise<readonly SigningKey[] | undefined> {
  const path = findKeyPath(settings);
  if (path === undefined) return undefined;
  const givenBy = settings.logKeyFile === '' ? 'data' : 'log-key-file';
  try {
    const keys = await readKeyFile(path);
    if (keys !== undefined || settings.logKeyFile === '') return keys;
  } catch (error) {
    throw new SettingError(`${givenBy}: ${(error as Error).message}`);
  }
  throw new SettingError(
    `${givenBy}: there is no file ${quote(path)}; 'prime-registry log key create' makes one`,
  );
}

/** The keys of a file; undefined if there is none. @throws Error that names the file, if it cannot be read or used */
export async function readKeyFile(path: string): Promise<readonly SigningKey[] | undefined> {
  try {
    return parseKeyFile(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const problem = error instanceof KeyFileError ? 'is no key file of the log' : 'cannot be read';
    throw new Error(`${quote(path)} ${problem}: ${(error as Error).message}`);
  }
}

/**
 * Writes a key file that does not exist yet, durably and as a whole, for the eyes of its owner only. Of several
 * processes that try it at once, one succeeds.
 * @returns whether this call wrote it
 */
export function createKeyFile(path: string, keys: readonly SigningKey[]): Promise<boolean> {
  return createFileDurably(path, formatKeyFile(keys), OWNER_ONLY);
}

/** Replaces a key file, as {@link createKeyFile} writes it. */
export function replaceKeyFile(path: string, keys: readonly SigningKey[]): Promise<void> {
  return replaceFileDurably(path, formatKeyFile(keys), OWNER_ONLY);
}
