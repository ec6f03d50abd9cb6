// Files in the data folder, and whether a registry is in it; without what opens them, which takes longest to load.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { quote } from '@prime-registry/protocol/basics';
import { SettingError } from '../../config/setting.ts';

/** The database in the data folder. */
export const DATABASE_FILE = 'registry.sqlite';

/** Versions that were published after the backup that was restored; see known-versions.ts. */
export const LOST_VERSIONS_FILE = 'lost-versions';

/** The private keys of the log, unless another file is configured; see log-key-file.ts. */
export const LOG_KEY_FILE = 'log.key';

/** The private key of the witness, unless another file is configured; see witness-key-file.ts. */
export const WITNESS_KEY_FILE = 'witness.key';

/** The secrets of webhooks; see webhook-secrets-file.ts. */
export const WEBHOOK_SECRETS_FILE = 'webhook-secrets';

/** Marks a data folder while a restore is unfinished. */
export const UNFINISHED_RESTORE_FILE = 'unfinished-restore';

/** @throws SettingError if a restore into the folder has not finished */
export function refuseUnfinishedRestore(dataFolder: string): void {
  if (!existsSync(join(dataFolder, UNFINISHED_RESTORE_FILE))) return;
  throw new SettingError(`data: a restore into ${quote(dataFolder)} is unfinished; run it again: it resumes`);
}

/**
 * Requires the database of a registry in the folder.
 * @throws SettingError if there is none, with the ways to make one: the operator has probably given the wrong folder
 */
export async function requireDatabaseFile(dataFolder: string): Promise<void> {
  const reason = await findReason(dataFolder);
  if (reason === undefined) return;
  throw new SettingError(
    `data: there is no registry in ${resolve(dataFolder)}: ${reason}; give the folder of yours with --data, ` +
      "or make a new registry first, with 'prime-registry init' or by starting it",
  );
}

/** @throws SettingError if the folder does not exist */
export function requireFolder(dataFolder: string): void {
  if (existsSync(dataFolder)) return;
  throw new SettingError(
    `data: there is no folder ${resolve(dataFolder)} with tarballs; give the folder of your registry with --data`,
  );
}

async function findReason(dataFolder: string): Promise<string | undefined> {
  try {
    const { size } = await stat(join(dataFolder, DATABASE_FILE));
    return size === 0 ? `its ${DATABASE_FILE} is empty` : undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') return message;
    return existsSync(dataFolder) ? `there is no ${DATABASE_FILE} in it` : 'there is no such folder';
  }
}
