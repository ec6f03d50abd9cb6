// The file of the secrets of webhooks: the configured one, or `webhook-secrets` in the data folder. Never in the database:
// a copy of that must not be able to sign.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFileDurably } from '@prime-registry/blobs/file-system';
import { withLease } from '@prime-registry/concurrency';
import { quote } from '@prime-registry/protocol/basics';
import type { LeaseStore } from '@prime-registry/store';
import type { ServerSettings } from '../config/server-settings.ts';
import { SettingError } from '../config/setting.ts';
import {
  formatWebhookSecrets,
  type MutableWebhookSecrets,
  parseWebhookSecrets,
  type WebhookSecrets,
  WebhookSecretsError,
} from '../events/webhook-secrets.ts';
import { WEBHOOK_SECRETS_FILE } from './storage/data-folder.ts';

/** What says where the file is. */
export type WebhookSecretsSettings = Pick<
  ServerSettings,
  'dataFolder' | 'database' | 'blobs' | 'webhookSecretsFile'
>;

/** @throws SettingError if a file must be configured: the registry has no data folder */
export function findWebhookSecretsPath(settings: WebhookSecretsSettings): string {
  const { dataFolder, database, blobs, webhookSecretsFile } = settings;
  if (webhookSecretsFile !== '') return webhookSecretsFile;
  if (database === '' || blobs === 'folder') return join(dataFolder, WEBHOOK_SECRETS_FILE);
  throw new SettingError(
    'webhook-secrets-file: name a file; with PostgreSQL and a bucket there is no data folder for the secrets of webhooks',
  );
}

/** Reads the secrets; none if there is no file. @throws SettingError */
export async function readWebhookSecrets(settings: WebhookSecretsSettings): Promise<WebhookSecrets> {
  const path = findWebhookSecretsPath(settings);
  try {
    return parseWebhookSecrets(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    const problem = error instanceof WebhookSecretsError ? 'cannot be used' : 'cannot be read';
    throw new SettingError(`webhook-secrets-file: ${quote(path)} ${problem}: ${(error as Error).message}`);
  }
}

/** Creates a function that reads the secrets again only if the file has changed. */
export function createWebhookSecretsReader(settings: WebhookSecretsSettings): () => Promise<WebhookSecrets> {
  let known: { readonly version: string; readonly secrets: WebhookSecrets } | undefined;
  return async () => {
    const version = await stat(findWebhookSecretsPath(settings), { bigint: true }).then(
      ({ ino, size, mtimeNs }) => `${ino} ${size} ${mtimeNs}`,
      () => 'none',
    );
    if (known?.version !== version) known = { version, secrets: await readWebhookSecrets(settings) };
    return known.secrets;
  };
}

/**
 * Changes the secrets, durably, and readable only by their owner. Of several commands at once, one after another does so.
 * @throws SettingError if the file cannot be read or written
 */
export async function changeWebhookSecrets(
  settings: WebhookSecretsSettings,
  leases: LeaseStore,
  change: (secrets: MutableWebhookSecrets) => void,
): Promise<void> {
  const path = findWebhookSecretsPath(settings);
  await withLease(leases, 'webhook-secrets', async () => {
    const before = await readWebhookSecrets(settings);
    const secrets = new Map(before);
    change(secrets);
    const text = formatWebhookSecrets(secrets);
    if (text === formatWebhookSecrets(before)) return;
    await replaceFileDurably(path, text, 0o600).catch((error: Error) => {
      throw new SettingError(`webhook-secrets-file: ${quote(path)} cannot be written: ${error.message}`);
    });
  });
}
