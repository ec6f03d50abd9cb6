// All settings in one table, the source of --help, the configuration file, the environment and the
// documentation.
import {
  ALLOW_STABLE_YANK,
  OWNER_REMOVAL,
  PRIVATE,
  PROTECTED_CHANNELS,
  REQUIRE_YANK_REASON,
  SECRET_SCAN,
  SHOW_TOKEN_NAMES,
  VERSION_RULE,
} from './access.ts';
import {
  EXCHANGE_RATE,
  FAILED_AUTH_RATE,
  MAX_ENTRIES,
  MAX_MEMORY,
  MAX_RATIO,
  MAX_TARBALL,
  MAX_UNPACKED,
  MAX_UPLOADS,
  OVERLOAD_DELAY,
  PUBLISH_RATE,
  READ_RATE,
  SCOPE_MAX_BYTES,
  SCOPE_MAX_VERSIONS,
  YANK_RATE,
} from './limits.ts';
import {
  ALLOWED_HOSTS,
  CROSS_ORIGIN,
  HEADERS_TIMEOUT,
  HOST,
  KEEP_ALIVE,
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  PORT,
  REQUEST_TIMEOUT,
  STALL_TIMEOUT,
  TRUSTED_PROXIES,
} from './listen.ts';
import { LOG, LOG_KEY_FILE } from './log.ts';
import { MCP, MCP_ORIGINS } from './mcp.ts';
import { LOCAL_SCOPES, MIRROR_KEEP_REMOVED, MIRROR_MAX_AGE, MIRROR_MAX_BYTES, UPSTREAMS } from './mirror.ts';
import { UPSTREAM_CAFILE, UPSTREAM_PROXY } from './outbound.ts';
import { LOG_LEVEL, RESPONSE_CACHE, SHUTDOWN_GRACE, THREADS, WORKERS } from './process.ts';
import { PUBLIC_URL } from './public-url.ts';
import { READ_LEASES } from './read-leases.ts';
import type { Setting } from './setting.ts';
import { SITE_COLOURS, SITE_LINKS, SITE_MARK, SITE_NAME } from './site.ts';
import { FEATURED_SKILLS } from './skills.ts';
import { BLOBS, DATA, DATABASE, DATABASE_CONNECTIONS } from './storage.ts';
import { WEBHOOK_SECRETS_FILE } from './webhooks.ts';
import { WITNESS, WITNESS_INTERVAL, WITNESS_KEY_FILE, WITNESSES } from './witnesses.ts';

/** The settings by their names in the code. */
export const SETTINGS = {
  host: HOST,
  port: PORT,
  dataFolder: DATA,
  database: DATABASE,
  databaseConnections: DATABASE_CONNECTIONS,
  blobs: BLOBS,
  workers: WORKERS,
  threads: THREADS,
  isPrivate: PRIVATE,
  allowStableYank: ALLOW_STABLE_YANK,
  requireYankReason: REQUIRE_YANK_REASON,
  showsTokenNames: SHOW_TOKEN_NAMES,
  protectedChannels: PROTECTED_CHANNELS,
  ownerRemovalMs: OWNER_REMOVAL,
  versionRule: VERSION_RULE,
  secretScan: SECRET_SCAN,
  maxTarballBytes: MAX_TARBALL,
  maxUnpackedBytes: MAX_UNPACKED,
  maxEntries: MAX_ENTRIES,
  maxRatio: MAX_RATIO,
  scopeMaxVersions: SCOPE_MAX_VERSIONS,
  scopeMaxBytes: SCOPE_MAX_BYTES,
  upstreams: UPSTREAMS,
  upstreamProxy: UPSTREAM_PROXY,
  upstreamCafile: UPSTREAM_CAFILE,
  localScopes: LOCAL_SCOPES,
  mirrorMaxBytes: MIRROR_MAX_BYTES,
  mirrorMaxAgeMs: MIRROR_MAX_AGE,
  mirrorKeepsRemoved: MIRROR_KEEP_REMOVED,
  publicUrl: PUBLIC_URL,
  siteName: SITE_NAME,
  siteMark: SITE_MARK,
  siteColours: SITE_COLOURS,
  siteLinks: SITE_LINKS,
  featuredSkills: FEATURED_SKILLS,
  log: LOG,
  logKeyFile: LOG_KEY_FILE,
  witnesses: WITNESSES,
  witnessIntervalMs: WITNESS_INTERVAL,
  isWitness: WITNESS,
  witnessKeyFile: WITNESS_KEY_FILE,
  webhookSecretsFile: WEBHOOK_SECRETS_FILE,
  allowedHosts: ALLOWED_HOSTS,
  crossOrigin: CROSS_ORIGIN,
  mcp: MCP,
  mcpOrigins: MCP_ORIGINS,
  trustedProxies: TRUSTED_PROXIES,
  publishRate: PUBLISH_RATE,
  yankRate: YANK_RATE,
  readRate: READ_RATE,
  exchangeRate: EXCHANGE_RATE,
  failedAuthRate: FAILED_AUTH_RATE,
  headersTimeoutMs: HEADERS_TIMEOUT,
  requestTimeoutMs: REQUEST_TIMEOUT,
  stallTimeoutMs: STALL_TIMEOUT,
  keepAliveMs: KEEP_ALIVE,
  maxConnections: MAX_CONNECTIONS,
  maxConnectionsPerAddress: MAX_CONNECTIONS_PER_ADDRESS,
  maxUploads: MAX_UPLOADS,
  overloadDelayMs: OVERLOAD_DELAY,
  maxMemoryBytes: MAX_MEMORY,
  shutdownGraceMs: SHUTDOWN_GRACE,
  responseCacheBytes: RESPONSE_CACHE,
  readLeases: READ_LEASES,
  logLevel: LOG_LEVEL,
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
