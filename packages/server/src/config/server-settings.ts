// Every setting in one table: --help, the configuration file, the environment and the documentation follow it.
import { ALLOW_STABLE_YANK, PRIVATE } from './access.ts';
import { BLOBS } from './blobs.ts';
import {
  HEADERS_TIMEOUT,
  KEEP_ALIVE,
  MAX_CONNECTIONS,
  MAX_UPLOADS,
  REQUEST_TIMEOUT,
  STALL_TIMEOUT,
} from './connections.ts';
import { DATABASE, DATABASE_CONNECTIONS } from './database.ts';
import { MAX_ENTRIES, MAX_RATIO, MAX_TARBALL, MAX_UNPACKED } from './limits.ts';
import { HOST, PORT, SHUTDOWN_GRACE } from './listen.ts';
import { LOG_LEVEL } from './logging.ts';
import { RESPONSE_CACHE } from './memory.ts';
import { MIRROR_MAX_AGE, MIRROR_MAX_BYTES } from './mirror.ts';
import { MAX_MEMORY, OVERLOAD_DELAY } from './overload.ts';
import { TRUSTED_PROXIES } from './proxies.ts';
import { SCOPE_MAX_BYTES, SCOPE_MAX_VERSIONS } from './quotas.ts';
import { FAILED_AUTH_RATE, PUBLISH_RATE, READ_RATE, YANK_RATE } from './rates.ts';
import type { Setting } from './setting.ts';
import { DATA } from './storage.ts';
import { LOCAL_SCOPES, UPSTREAMS } from './upstreams.ts';
import { VERSION_RULE } from './versions.ts';
import { WORKERS } from './workers.ts';

/** The settings by the name that the code uses. */
export const SETTINGS = {
  host: HOST,
  port: PORT,
  dataFolder: DATA,
  database: DATABASE,
  databaseConnections: DATABASE_CONNECTIONS,
  blobs: BLOBS,
  workers: WORKERS,
  isPrivate: PRIVATE,
  allowStableYank: ALLOW_STABLE_YANK,
  versionRule: VERSION_RULE,
  maxTarballBytes: MAX_TARBALL,
  maxUnpackedBytes: MAX_UNPACKED,
  maxEntries: MAX_ENTRIES,
  maxRatio: MAX_RATIO,
  scopeMaxVersions: SCOPE_MAX_VERSIONS,
  scopeMaxBytes: SCOPE_MAX_BYTES,
  upstreams: UPSTREAMS,
  localScopes: LOCAL_SCOPES,
  mirrorMaxBytes: MIRROR_MAX_BYTES,
  mirrorMaxAgeMs: MIRROR_MAX_AGE,
  trustedProxies: TRUSTED_PROXIES,
  publishRate: PUBLISH_RATE,
  yankRate: YANK_RATE,
  readRate: READ_RATE,
  failedAuthRate: FAILED_AUTH_RATE,
  headersTimeoutMs: HEADERS_TIMEOUT,
  requestTimeoutMs: REQUEST_TIMEOUT,
  stallTimeoutMs: STALL_TIMEOUT,
  keepAliveMs: KEEP_ALIVE,
  maxConnections: MAX_CONNECTIONS,
  maxUploads: MAX_UPLOADS,
  overloadDelayMs: OVERLOAD_DELAY,
  maxMemoryBytes: MAX_MEMORY,
  shutdownGraceMs: SHUTDOWN_GRACE,
  responseCacheBytes: RESPONSE_CACHE,
  logLevel: LOG_LEVEL,
} as const;

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** The values the server runs with. */
export type ServerSettings = { readonly [K in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[K]> };

/** All settings, in the order in which they are documented. */
export const ALL_SETTINGS: readonly Setting<unknown>[] = Object.values(SETTINGS);

/** Every setting at its default. */
export const DEFAULT_SETTINGS: ServerSettings = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, setting]) => [key, setting.default]),
) as ServerSettings;
