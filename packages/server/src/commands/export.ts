// `prime-registry export <file>`
import { exportRegistry } from '../actions/export-registry/export-registry.ts';
import { openFileSystemBlobInventory } from '../blobs/file-system-blob-inventory.ts';
import { formatCount } from './amounts.ts';
import type { Command } from './command.ts';
import { openExportTarget } from './export-target.ts';
import { interruptibly } from './interrupt.ts';
import { DATA_SETTINGS, withExistingStore } from './open-data.ts';
import { createProgressLine } from './progress.ts';

/** The export is there, and not all that it should hold. */
const FAULTY = 2;

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write every version to a file that import reads, - for standard output; servers may be running.',
  parameters: ['<file>'],
  settings: DATA_SETTINGS,
  options: {
    'with-tokens': { type: 'boolean', summary: 'Tokens go along, with the digests of their secrets' },
  },
  async run(flags, [file = '']) {
    const progress = createProgressLine();
    const faulty: string[] = [];
    let done = { versions: 0, tokens: 0 };
    await withExistingStore(flags, async (store, dataFolder) => {
      const target = await openExportTarget(file);
      try {
        await interruptibly('there is no export', async (signal) => {
          const chunks = exportRegistry(
            {
              store,
              inventory: openFileSystemBlobInventory(dataFolder),
              now: Date.now,
              signal,
              onFaulty: ({ name, version, sha256 }, fault) =>
                faulty.push(`${name} ${version} was left out: its tarball ${sha256} ${fault.message}`),
              onProgress(progressed) {
                done = { ...progressed };
                progress.show(`${formatCount(done.versions, 'version')} are written`);
              },
            },
            flags['with-tokens'] === true,
          );
          for await (const chunk of chunks) await target.write(chunk);
        });
        await target.finish();
      } finally {
        progress.clear();
        await target.discard();
      }
    });
    // Standard output may be the export.
    for (const line of faulty) process.stderr.write(`prime-registry: ${line}\n`);
    const tokens = flags['with-tokens'] === true ? ` and ${formatCount(done.tokens, 'token')}` : '';
    process.stderr.write(`Exported ${formatCount(done.versions, 'version')}${tokens}.\n`);
    return faulty.length === 0 ? 0 : FAULTY;
  },
};
