// Webhooks: where their secrets are.
import type { Setting } from './setting.ts';
import { fileSetting } from './setting-kinds.ts';

/** The path of the file of secrets; empty for the one in the data folder. */
export const WEBHOOK_SECRETS_FILE: Setting<string> = fileSetting(
  {
    name: 'webhook-secrets-file',
    summary: 'File of the secrets of webhooks; none: webhook-secrets in the data folder',
  },
  'a file that the servers read and the commands of webhooks write',
);
