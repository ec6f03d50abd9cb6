// `prime-registry migrate`: what `serve` does on its own at every start, for operators who want it apart.
import type { Command } from '../command.ts';
import { DATA_SETTINGS, withStore } from '../open-data.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Bring the database up to date; serve does this by itself.',
  settings: DATA_SETTINGS,
  async run(flags) {
    const { applied } = await withStore(flags, async ({ migration }) => migration);
    process.stdout.write(
      applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
    );
    return 0;
  },
};
