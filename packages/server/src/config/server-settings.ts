// All settings in one table, the source of --help, the configuration file, the environment and the
// documentation.
import { ACCESS_SETTINGS } from './access.ts';
import { LOAD_LIMITS, PUBLISH_LIMITS, RATES } from './limits.ts';
import { CLIENT_SETTINGS, LISTEN_SETTINGS, NAME_SETTINGS, TRUSTED_PROXIES } from './listen.ts';
import { LOG_SETTINGS, WEBHOOK_SECRETS_FILE } from './log.ts';
import { MCP_SETTINGS } from './mcp.ts';
import { MIRROR_SETTINGS, UPSTREAMS } from './mirror.ts';
import { OUTBOUND_SETTINGS } from './outbound.ts';
import { PROCESS_SETTINGS, WORKER_SETTINGS } from './process.ts';
import { PUBLIC_URL } from './public-url.ts';
import type { Setting } from './setting.ts';
import { SITE_SETTINGS } from './site.ts';
import { STORAGE_SETTINGS } from './storage.ts';
import { WITNESS_SETTINGS } from './witnesses.ts';

/** The settings by their names in the code. */
export const SETTINGS = {
  ...LISTEN_SETTINGS,
  ...STORAGE_SETTINGS,
  ...WORKER_SETTINGS,
  ...ACCESS_SETTINGS,
  ...PUBLISH_LIMITS,
  upstreams: UPSTREAMS,
  ...OUTBOUND_SETTINGS,
  ...MIRROR_SETTINGS,
  publicUrl: PUBLIC_URL,
  ...SITE_SETTINGS,
  ...LOG_SETTINGS,
  ...WITNESS_SETTINGS,
  webhookSecretsFile: WEBHOOK_SECRETS_FILE,
  ...NAME_SETTINGS,
  ...MCP_SETTINGS,
  trustedProxies: TRUSTED_PROXIES,
  ...RATES,
  ...CLIENT_SETTINGS,
  ...LOAD_LIMITS,
  ...PROCESS_SETTINGS,
} as const;

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** The values of all settings. */
export type ServerSettings = { readonly [K in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[K]> };

/** All settings, in the order in which they are documented. */
export const ALL_SETTINGS: readonly Setting<unknown>[] = Object.values(SETTINGS);

/** Every setting at its default. */
export const DEFAULT_SETTINGS: ServerSettings = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, setting]) => [key, setting.default]),
) as ServerSettings;
