// `prime-registry verify`
import { flag, formatCount, formatSize, StatusLine } from '@prime-registry/command-line';
import { verifyRegistry } from '../../actions/maintenance/verify-registry.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import { findRestoreMark, type RestoreMark } from '../../wiring/storage/restore-mark.ts';
import type { Command } from '../command.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, withLedger } from '../open-data.ts';
import { printItem, printLine } from '../output.ts';
import { describe, describeMark, describeMissing, summarize, summaryOf, toJson } from './verify-report.ts';

/** Exit code: there are faults. */
const FAULTY = 2;

export const verify: Command = {
  settings: DATA_AND_BLOB_SETTINGS,
  options: {
    json: flag('Print JSON, one finding a line, and a summary as the last'),
  },
  async run(flags, _parameters, host) {
    const isJson = flags.json === true;
    let mark: RestoreMark | undefined;
    const progress = new StatusLine(host.stderr);
    const result = await withLedger(host, flags, async (store, settings) => {
      mark = await findRestoreMark(settings.dataFolder);
      return withBlobInventory(settings, (inventory) =>
        interruptibly('not everything was checked', (signal) =>
          verifyRegistry({
            store,
            inventory,
            now: Date.now,
            signal,
            async onFinding(finding) {
              progress.clear();
              await printItem(host, isJson, finding, toJson, describe);
            },
            onProgress: ({ blobs, blobBytes }, share) =>
              progress.show(
                `${formatCount(blobs, 'tarball')} checked, ${formatSize(blobBytes)}: ${Math.floor(100 * share)} %`,
              ),
          }).finally(() => progress.clear()),
        ),
      );
    });
    if (mark !== undefined && !isJson) await printLine(host, describeMark(mark));
    const { missing } = result;
    if (missing !== undefined && !isJson) await printLine(host, describeMissing(missing));
    await printItem(host, isJson, result, (verified) => summaryOf(verified, mark), summarize);
    return result.faults === 0 ? 0 : FAULTY;
  },
};
