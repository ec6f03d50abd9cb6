// `prime-registry backup <folder>`

import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { flag, formatCount, formatSize, StatusLine, UsageError } from '@prime-registry/command-line';
import { writeBackup } from '../../backup/write-backup.ts';
import type { ServerSettings } from '../../config/server-settings.ts';
import { DATABASE_FILE, LOG_KEY_FILE, requireDatabaseFile } from '../../wiring/storage/data-folder.ts';
import { type Command, settingsNamed } from '../command.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS } from '../open-data.ts';
import { printLine } from '../output.ts';
import { reportFaulty, settingsWithFolder } from './folder-copies.ts';

/** Exit code: the backup was written, but tarballs are missing from it. */
const FAULTY = 2;

export const backup: Command = {
  settings: [...DATA_AND_BLOB_SETTINGS, ...settingsNamed('log-key-file')],
  options: {
    'with-log-key': flag(
      'Copy the private key of the log, too: anyone who reads the backup can then sign as the log',
    ),
  },
  async run(flags, [folder = ''], host) {
    const settings = settingsWithFolder(host, flags, 'backup');
    const { dataFolder } = settings;
    await requireDatabaseFile(dataFolder);
    const backupFolder = resolve(folder);
    await requireApart(dataFolder, backupFolder);
    const writeLogKeys = flags['with-log-key'] === true ? await readLogKeys(settings) : undefined;
    const progress = new StatusLine(host.stderr);
    const { description, copied } = await interruptibly(
      `there is no new backup in ${backupFolder}; run it again: tarballs that were copied are not copied again`,
      (signal) =>
        writeBackup({
          dataFolder,
          writeLogKeys,
          databaseFile: join(dataFolder, DATABASE_FILE),
          backupFolder,
          signal,
          onProgress: (done, blobs) =>
            progress.show(`${done.copied + done.kept} of ${formatCount(blobs, 'tarball')}`),
        }).finally(() => progress.clear()),
    );
    reportFaulty(host, copied.faulty);
    await printLine(
      host,
      `Backed up ${formatCount(description.versions, 'version')} to ${backupFolder}: ` +
        `${formatCount(copied.copied, 'tarball')} copied (${formatSize(copied.copiedBytes)}), ${copied.kept} there already.`,
    );
    if (writeLogKeys === undefined && existsSync(join(backupFolder, LOG_KEY_FILE))) {
      host.stderr.write(
        `warning: ${join(backupFolder, LOG_KEY_FILE)}, the private key of the log, is in the backup since an earlier one with ` +
          '--with-log-key; it is not updated. Remove it, unless this backup may sign\n',
      );
    }
    return copied.faulty.length === 0 ? 0 : FAULTY;
  },
};

async function readLogKeys(settings: ServerSettings): Promise<(backupFolder: string) => Promise<void>> {
  const { readKeysForBackup } = await import('../log/key-for-backup.ts');
  return readKeysForBackup(settings);
}

/** The path without links, also of a folder that does not exist yet. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) return path;
    return join(await resolveLinks(parent), basename(path));
  }
}

/** A backup inside the data folder would be lost with it, and a data folder inside the backup with that. */
async function requireApart(dataFolder: string, backupFolder: string): Promise<void> {
  const data = await realpath(dataFolder);
  const target = await resolveLinks(backupFolder);
  const isWithin = (inner: string, outer: string): boolean => `${inner}${sep}`.startsWith(`${outer}${sep}`);
  if (isWithin(target, data) || isWithin(data, target)) {
    throw new UsageError(`${backupFolder} and the data folder ${data} must not be inside each other`);
  }
}
