// `prime-registry index`
import { escapeControls, type Flags, formatCount, StatusLine } from '@prime-registry/command-line';
import { indexAtoms } from '../../actions/maintenance/index-atoms.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import type { Command } from '../command.ts';
import type { CommandHost } from '../command-host.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, withExistingStore } from '../open-data.ts';
import { printLine } from '../output.ts';

/** Exit code: some tarballs could not be read. */
const FAULTY = 2;

/** The counts of one run. */
export interface IndexCounts {
  readonly versions: number;
  readonly atoms: number;
  readonly unreadable: number;
}

export const indexCommand: Command = {
  settings: DATA_AND_BLOB_SETTINGS,
  async run(flags, _parameters, host) {
    const counts = await indexRegistry(host, flags);
    await printLine(host, describeIndexed(counts));
    return counts.unreadable === 0 ? 0 : FAULTY;
  },
};

/**
 * Reads the missing inventories, and names on standard error the versions that cannot be read.
 * @throws InterruptedError, and as the action does
 */
export async function indexRegistry(host: CommandHost, flags: Flags): Promise<IndexCounts> {
  const progress = new StatusLine(host.stderr);
  const counts = { versions: 0, atoms: 0, unreadable: 0 };
  await withExistingStore(host, flags, async (store, settings) => {
    await withBlobInventory(settings, (inventory) =>
      interruptibly("run 'prime-registry index' again: it resumes", (signal) =>
        indexAtoms({
          store,
          inventory,
          signal,
          onOutcome({ name, version }, outcome) {
            if (outcome.kind === 'read') {
              counts.versions += 1;
              counts.atoms += outcome.atoms;
              return;
            }
            counts.unreadable += 1;
            progress.clear();
            host.stderr.write(`${escapeControls(`${name} ${version}: ${outcome.message}`)}\n`);
          },
          onProgress: (lookedAt, share) =>
            progress.show(
              `${formatCount(lookedAt, 'version')} examined, ${counts.versions} read: ${Math.floor(100 * share)} %`,
            ),
        }).finally(() => progress.clear()),
      ),
    );
  });
  return counts;
}

/** One sentence. */
export function describeIndexed({ versions, atoms, unreadable }: IndexCounts): string {
  const failed = unreadable === 0 ? '' : `; ${unreadable} could not be read: see 'prime-registry verify'`;
  return `Read ${formatCount(versions, 'version')} with ${formatCount(atoms, 'atom')}${failed}.`;
}
