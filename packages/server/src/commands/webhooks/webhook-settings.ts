// The settings of commands that read or change the secrets of webhooks.
import { type Command, settingsNamed } from '../command.ts';
import { DATA_AND_BLOB_SETTINGS } from '../open-data.ts';

export const WEBHOOK_SETTINGS: Command['settings'] = [
  ...DATA_AND_BLOB_SETTINGS,
  ...settingsNamed('webhook-secrets-file'),
];
