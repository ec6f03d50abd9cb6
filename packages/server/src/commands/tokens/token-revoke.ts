// `prime-registry token revoke`
import { operatorActs } from '../../actions/tokens/act.ts';
import type { Command } from '../command.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';

export const tokenRevoke: Command = {
  settings: DATA_SETTINGS,
  async run(flags, [id = ''], host) {
    const nowMs = Date.now();
    const token = await withLedger(host, flags, (store) =>
      store.revokeToken(id, nowMs, operatorActs('token-revoke', nowMs)),
    );
    if (token === undefined)
      throw new Error(`there is no token ${id}; 'prime-registry token list' shows them`);
    host.stdout.write(`Token ${token.id} (${token.name}) is revoked.\n`);
    return 0;
  },
};
