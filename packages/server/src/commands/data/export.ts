// `prime-registry export <file>`

import { flag, formatCount, StatusLine } from '@prime-registry/command-line';
import type { WholeVersion } from '@prime-registry/store';
import type { ExportEnd } from '../../actions/maintenance/export-format/format.ts';
import { exportRegistry } from '../../actions/maintenance/export-registry/export-registry.ts';
import type { FaultyBlobError } from '../../actions/tarballs/read-checked.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import type { Command } from '../command.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, withExistingStore } from '../open-data.ts';
import { openExportTarget } from './export-target.ts';

/** Exit code: the export was written, but versions are missing from it. */
const FAULTY = 2;

export const exportCommand: Command = {
  settings: DATA_AND_BLOB_SETTINGS,
  options: {
    'with-tokens': flag('Include tokens, with the digests of their secrets'),
  },
  async run(flags, [file = ''], host) {
    const progress = new StatusLine(host.stderr);
    const faulty: string[] = [];
    const withTokens = flags['with-tokens'] === true;
    let done: ExportEnd = { versions: 0, tokens: 0 };
    await withExistingStore(host, flags, (store, settings) =>
      withBlobInventory(settings, (inventory) =>
        interruptibly('there is no export', async (signal) => {
          const target = await openExportTarget(host, file);
          try {
            const deps = {
              store,
              inventory,
              now: Date.now,
              signal,
              onFaulty: ({ name, version, sha256 }: WholeVersion, fault: FaultyBlobError) =>
                faulty.push(`${name} ${version} was left out: its tarball ${sha256} ${fault.message}`),
              onProgress(progressed: ExportEnd) {
                done = { ...progressed };
                progress.show(`${formatCount(done.versions, 'version')} written`);
              },
            };
            for await (const chunk of exportRegistry(deps, withTokens)) await target.write(chunk);
            await target.finish();
          } finally {
            progress.clear();
            await target.discard();
          }
        }),
      ),
    );
    // Standard output may be the export itself.
    for (const line of faulty) host.stderr.write(`prime-registry: ${line}\n`);
    const tokens = withTokens ? ` and ${formatCount(done.tokens, 'token')}` : '';
    host.stderr.write(`Exported ${formatCount(done.versions, 'version')}${tokens}.\n`);
    return faulty.length === 0 ? 0 : FAULTY;
  },
};
