// Finds secrets for commands that store versions.
import { SecretCheck } from '../actions/secrets/secret-check.ts';
import { readAdminToken } from '../config/load-settings.ts';
import type { ServerSettings } from '../config/server-settings.ts';
import type { CommandHost } from './command-host.ts';
import type { Store } from './open-data.ts';

/** Finds secrets for a command that stores versions. */
export function openSecretCheck(
  { env }: CommandHost,
  store: Pick<Store, 'findTokensBySecrets'>,
  { secretScan }: ServerSettings,
): SecretCheck {
  return new SecretCheck({ store, adminToken: readAdminToken(env), secretScan, now: Date.now });
}
