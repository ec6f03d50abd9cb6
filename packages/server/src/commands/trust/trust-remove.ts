// `prime-registry trust remove`
import { quote } from '@prime-registry/protocol/basics';
import { operatorActs } from '../../actions/tokens/act.ts';
import type { Command } from '../command.ts';
import { DATA_SETTINGS, withExistingStore } from '../open-data.ts';
import { printLine } from '../output.ts';

export const trustRemove: Command = {
  settings: DATA_SETTINGS,
  async run(flags, [name = ''], host) {
    const removed = await withExistingStore(host, flags, (store) =>
      store.removeTrustRule(name, operatorActs('trust-remove', Date.now())),
    );
    if (removed === undefined)
      throw new Error(`there is no rule ${quote(name)}; 'prime-registry trust list' shows them`);
    await printLine(host, `Rule ${quote(name)} is removed, and with it the tokens that it has allowed.`);
    return 0;
  },
};
