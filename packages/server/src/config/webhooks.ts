// Webhooks: where their secrets are.
import type { Setting } from './setting.ts';

/** The path of the file of secrets; empty for the one in the data folder. */
export const WEBHOOK_SECRETS_FILE: Setting<string> = {
  name: 'webhook-secrets-file',
  summary: 'File of the secrets of webhooks; none: webhook-secrets in the data folder',
  allowed: 'none, or the path of a file that the servers read and the commands of webhooks write',
  default: '',
  defaultText: 'none',
  read(text) {
    if (text === 'none') return '';
    return /^\P{Cc}+$/u.test(text) ? text : undefined;
  },
};
