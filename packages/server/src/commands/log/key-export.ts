// `prime-registry log key export`
import { sortKeys } from '../../log/log-names.ts';
import { formatKeyFile } from '../../signing/key-file.ts';
import type { Command } from '../command.ts';
import { withExistingStore } from '../open-data.ts';
import { getKeys, KEY_SETTINGS } from './log-data.ts';

export const logKeyExport: Command = {
  settings: KEY_SETTINGS,
  async run(flags, _parameters, host) {
    const keys = await withExistingStore(host, flags, async (store, settings) => {
      const names = await store.listLogNames();
      const { fitting, strange } = sortKeys(names, await getKeys(settings));
      const { origin = '' } = names.at(-1) ?? {};
      // Other programs take the name from the key.
      return [...fitting.map((key) => ({ ...key, name: origin })), ...strange];
    });
    host.stdout.write(formatKeyFile(keys));
    host.stderr.write('Anyone who has this key can sign as the log: keep it secret.\n');
    return 0;
  },
};
