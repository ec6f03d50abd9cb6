// `prime-registry restore <folder>`

import { resolve } from 'node:path';
import { formatCount, formatSize, StatusLine } from '@prime-registry/command-line';
import { restoreBackup } from '../../backup/restore-backup.ts';
import type { Command } from '../command.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, settingsWithFolder } from '../open-data.ts';
import { printLine } from '../output.ts';
import { describeFaulty } from './describe-faulty.ts';
import { describeIndexed, indexRegistry } from './index-atoms.ts';
import { requireSqlite } from './only-sqlite.ts';

/** The registry is there, and not all that it should hold. */
const FAULTY = 2;

export const restore: Command = {
  name: 'restore',
  summary: 'Make a registry in an empty data folder of a backup.',
  parameters: ['<folder>'],
  settings: DATA_AND_BLOB_SETTINGS,
  async run(flags, [folder = '']) {
    const settings = settingsWithFolder(flags, 'restore fills');
    requireSqlite(settings, 'restore');
    const dataFolder = resolve(settings.dataFolder);
    const progress = new StatusLine(process.stderr);
    const { description, copied } = await interruptibly(
      `${dataFolder} is not whole, and no server starts on it; run it again, it goes on where it was`,
      (signal) =>
        restoreBackup({
          backupFolder: resolve(folder),
          dataFolder,
          signal,
          onProgress: (done, blobs) =>
            progress.show(`${done.copied + done.kept} of ${formatCount(blobs, 'tarball')} are there`),
        }).finally(() => progress.clear()),
    );
    for (const line of describeFaulty(copied.faulty)) process.stderr.write(`${line}\n`);
    await printLine(
      `Restored ${formatCount(description.versions, 'version')} of ${description.created_at} to ${dataFolder}: ` +
        `${formatCount(copied.copied + copied.kept, 'tarball')}, every digest checked, ${formatSize(copied.copiedBytes)} copied.`,
    );
    // A backup of a program that did not read atoms has none.
    const indexed = await indexRegistry(flags);
    if (indexed.versions > 0) await printLine(describeIndexed(indexed));
    return copied.faulty.length === 0 ? 0 : FAULTY;
  },
};
