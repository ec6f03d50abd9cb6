// What the commands of webhooks share.
import { type Command, settingsNamed } from '../command.ts';
import { DATA_AND_BLOB_SETTINGS } from '../open-data.ts';

/** The settings of commands that read or change the secrets of webhooks. */
export const WEBHOOK_SETTINGS: Command['settings'] = [
  ...DATA_AND_BLOB_SETTINGS,
  ...settingsNamed('webhook-secrets-file'),
];

/** The error for the id of no webhook. */
export function unknownWebhook(id: string): Error {
  return new Error(`there is no webhook ${JSON.stringify(id)}; 'prime-registry webhook list' shows them`);
}
