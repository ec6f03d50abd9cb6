// `prime-registry migrate`: what `serve` does at every start, as a command that ends when it is done.
import { type Flags, flag, formatCount, StatusLine } from '@prime-registry/command-line';
import type { MigrationPlan } from '@prime-registry/store';
import type { Command } from '../command.ts';
import type { CommandHost } from '../command-host.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_SETTINGS, settingsOf, withExistingStore } from '../open-data.ts';
import { openLedger } from '../open-ledger.ts';
import { printLine } from '../output.ts';

const UP_TO_DATE = 'The database is up to date.';

export const migrate: Command = {
  settings: DATA_SETTINGS,
  options: {
    'dry-run': flag('Say what would be done, and change nothing'),
  },
  async run({ 'dry-run': isDryRun, ...flags }, _parameters, host) {
    if (await isUpToDate(host, flags)) await printLine(host, UP_TO_DATE);
    else if (isDryRun === true) {
      const { planMigration, requireRegistry } = await import('../../wiring/storage/open-store.ts');
      const settings = settingsOf(host, flags);
      await requireRegistry(settings);
      await printLine(host, describePlan(await planMigration(settings)));
    } else await migrateAll(host, flags);
    return 0;
  },
};

/** Finds out without the migrations. They are loaded if it is not, or not certain: on PostgreSQL. */
async function isUpToDate(host: CommandHost, flags: Flags): Promise<boolean> {
  const ledger = await openLedger(settingsOf(host, flags));
  if (ledger === undefined) return false;
  return ledger.isSearchWhole().finally(() => ledger.close());
}

async function migrateAll(host: CommandHost, flags: Flags): Promise<void> {
  const { rebuildSearch } = await import('../../actions/maintenance/rebuild-search.ts');
  const progress = new StatusLine(host.stderr);
  const onMigration = (name: string): void => progress.show(`Applying ${name}`);
  await withExistingStore(
    host,
    flags,
    async (store) => {
      progress.clear();
      const { applied } = store.migration;
      await printLine(host, applied.length === 0 ? UP_TO_DATE : `Applied ${applied.join(', ')}.`);
      const isRebuilt = await interruptibly("run 'prime-registry migrate' again: it resumes", (signal) =>
        rebuildSearch({
          store,
          signal,
          onProgress: ({ share }) => progress.show(`Search index: ${Math.floor(100 * share)} %`),
        }).finally(() => progress.clear()),
      );
      if (isRebuilt) await printLine(host, 'Rebuilt the search index.');
    },
    onMigration,
  );
}

/** One sentence, or two. */
function describePlan({ pending, primesToIndex }: MigrationPlan): string {
  const rebuild =
    primesToIndex === 0 ? '' : `rebuild the search index of ${formatCount(primesToIndex, 'Prime')}`;
  if (pending.length === 0 && rebuild === '') return UP_TO_DATE;
  const apply = pending.length === 0 ? '' : `apply ${pending.join(', ')}`;
  return `Would ${[apply, rebuild].filter((text) => text !== '').join(', and ')}. Nothing was changed.`;
}
