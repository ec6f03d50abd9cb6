// `prime-registry restore <folder>`

import { resolve } from 'node:path';
import { flag, formatCount, formatSize, StatusLine, valued } from '@prime-registry/command-line';
import { restoreBackup } from '../../backup/restore-backup.ts';
import type { Command } from '../command.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS } from '../open-data.ts';
import { printLine } from '../output.ts';
import { reportFaulty, settingsWithFolder } from './folder-copies.ts';
import { describeIndexed, indexRegistry } from './index-atoms.ts';

/** Exit code: the registry was restored, but tarballs are missing from it. */
const FAULTY = 2;

export const restore: Command = {
  settings: DATA_AND_BLOB_SETTINGS,
  options: {
    'known-versions': valued(
      '<file>',
      'The known-versions of a newer backup folder: other bytes are refused for what is lost',
    ),
    'continue-log': flag(
      'Nothing was published or changed after the backup: the transparency log may continue',
    ),
  },
  async run(flags, [folder = ''], host) {
    const dataFolder = resolve(settingsWithFolder(host, flags, 'restore').dataFolder);
    const list = flags['known-versions'];
    const progress = new StatusLine(host.stderr);
    const { description, copied, lost, broughtBack, isLogHalted } = await interruptibly(
      `${dataFolder} is incomplete, and no server starts on it; run it again: it resumes`,
      (signal) =>
        restoreBackup({
          backupFolder: resolve(folder),
          dataFolder,
          knownVersionsFile: typeof list === 'string' ? resolve(list) : undefined,
          continuesLog: flags['continue-log'] === true,
          signal,
          onProgress: (done, blobs) =>
            progress.show(`${done.copied + done.kept} of ${formatCount(blobs, 'tarball')}`),
        }).finally(() => progress.clear()),
    );
    reportFaulty(host, copied.faulty);
    await printLine(
      host,
      `Restored ${formatCount(description.versions, 'version')} of ${description.created_at} to ${dataFolder}: ` +
        `${formatCount(copied.copied + copied.kept, 'tarball')}, every digest checked, ${formatSize(copied.copiedBytes)} copied.`,
    );
    if (lost > 0) {
      const what = `${formatCount(lost, 'version')} that this backup lacks ${lost === 1 ? 'is' : 'are'} known`;
      await printLine(
        host,
        `${what}: the registry accepts ${lost === 1 ? 'it' : 'them'} only with the same bytes.`,
      );
    }
    for (const version of broughtBack) {
      const target = version.replace(' ', '@');
      await printLine(
        host,
        `removed since: ${version} is back; run 'prime-registry remove ${target} --category …' before a server starts`,
      );
    }
    if (isLogHalted) {
      await printLine(
        host,
        'The transparency log is halted, because clients may have seen later entries: nothing can be published until ' +
          "'prime-registry log recover' has brought them back from a copy, or " +
          '\'prime-registry log restart --reason "restored from a backup"\' has given it another name.',
      );
    }
    // A backup of an older program has no inventories.
    const indexed = await indexRegistry(host, flags);
    if (indexed.versions > 0) await printLine(host, describeIndexed(indexed));
    return copied.faulty.length === 0 ? 0 : FAULTY;
  },
};
