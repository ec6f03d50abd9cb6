// `prime-registry init`: what the first start does, before it, so that the first token is in no log.
import { resolve } from 'node:path';
import { flag, formatCount } from '@prime-registry/command-line';
import { createFirstToken } from '../../actions/tokens/create-token.ts';
import { ADMIN_TOKEN_VARIABLE } from '../../config/access.ts';
import { readAdminToken } from '../../config/load-settings.ts';
import type { Command } from '../command.ts';
import { DATA_SETTINGS, withNewStore } from '../open-data.ts';
import { printSecret } from '../output.ts';
import { hasMisnamedToken, MISNAMED_TOKEN_WARNING } from '../serve/setting-warnings.ts';
import { describeToken } from '../tokens/token-list.ts';

export const init: Command = {
  settings: DATA_SETTINGS,
  options: { json: flag('Print JSON') },
  async run({ json, ...flags }, _parameters, host) {
    const adminToken = readAdminToken(host.env);
    return withNewStore(host, flags, async (store, { dataFolder, database }) => {
      const refuse = async (): Promise<never> => {
        const count = (await store.listTokens()).length;
        const place = database === '' ? resolve(dataFolder) : 'the database';
        throw new Error(
          `there is a registry in ${place} already, with ${formatCount(count, 'token')}; ` +
            "'prime-registry token create' creates another one",
        );
      };
      if ((await store.listTokens()).length > 0) return refuse();
      if (adminToken !== undefined) {
        host.stderr.write(`The registry accepts ${ADMIN_TOKEN_VARIABLE}, so no token was created.\n`);
        return 0;
      }
      if (hasMisnamedToken(host.env)) host.stderr.write(`warning: ${MISNAMED_TOKEN_WARNING}\n`);
      const first = await createFirstToken(store);
      if (first === undefined) return refuse();
      const { token, secret } = first;
      const report = { ...describeToken(token), token: secret };
      printSecret(host, json, secret, report, `Admin token ${token.id}; it cannot be shown again.`);
      return 0;
    });
  },
};
