// `prime-registry lost-versions settle`
import { join } from 'node:path';
import { removeDurably } from '@prime-registry/blobs/file-system';
import { settleMark } from '../../actions/lost-versions/settle-mark.ts';
import { operatorActs } from '../../actions/tokens/act.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import { findRestoreMark, RESTORE_MARK } from '../../wiring/storage/restore-mark.ts';
import type { Command } from '../command.ts';
import { DATA_AND_BLOB_SETTINGS, withLedger } from '../open-data.ts';
import { printLine } from '../output.ts';

export const lostVersionsSettle: Command = {
  settings: DATA_AND_BLOB_SETTINGS,
  async run(flags, _parameters, host) {
    await withLedger(host, flags, (store, settings) =>
      withBlobInventory(settings, async (inventory) => {
        const restored = await findRestoreMark(settings.dataFolder);
        // Recorded first: nobody settles without a trace.
        await store.recordAct({
          ...operatorActs('settle-lost', Date.now()),
          details: { backup_of: restored?.backup_of },
        });
        await settleMark(store, inventory);
        if (restored !== undefined) await removeDurably(join(settings.dataFolder, RESTORE_MARK));
      }),
    );
    await printLine(
      host,
      'Settled: nothing warns of lost versions any more. Those that are recorded stay recorded.',
    );
    return 0;
  },
};
