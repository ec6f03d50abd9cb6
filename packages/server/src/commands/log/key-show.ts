// `prime-registry log key show`

import { sortKeys } from '../../log/log-names.ts';
import { currentNameOf } from '../../log/restart-log.ts';
import { verifierKeyOf } from '../../signing/key-file.ts';
import type { Command } from '../command.ts';
import { withExistingStore } from '../open-data.ts';
import { printLine } from '../output.ts';
import { getKeys, KEY_SETTINGS } from './log-data.ts';

export const logKeyShow: Command = {
  settings: KEY_SETTINGS,
  async run(flags, _parameters, host) {
    const vkeys = await withExistingStore(host, flags, async (store, settings) => {
      const names = await store.listLogNames();
      const { origin, vkey } = currentNameOf(names);
      const keys = await getKeys(settings);
      const former = sortKeys(names, keys).fitting.filter(({ untilMs = 0 }) => untilMs > Date.now());
      return [vkey, ...former.map((key) => verifierKeyOf(origin, key))];
    });
    for (const vkey of vkeys) await printLine(host, vkey);
    return 0;
  },
};
