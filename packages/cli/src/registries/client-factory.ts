// Creates the registry clients of one command, with the same cache, timeout and log.

import { join } from 'node:path';
import { type ExchangeEvent, type PendingRequest, RegistryClient } from '@prime-registry/client';
import { type Flags, toPrintable, UsageError } from '@prime-registry/command-line';
import { readVersion } from '@prime-registry/launch';
import type { CommandContext } from '../command.ts';
import { unlessFailed } from '../errors/expected.ts';
import { openSealKey } from '../install/cache/seal-key.ts';
import { chooseAmount } from '../settings/amounts.ts';
import { choose } from '../settings/choices.ts';
import { cacheFolder, configFolder } from '../settings/folders.ts';
import type { EffectiveSettings } from '../settings/load-settings.ts';
import { createDirectFetch } from './direct/direct-fetch.ts';
import { FileResponseCache } from './file-response-cache.ts';
import { KnownRegistriesFile, knownRegistriesPath } from './known-registries-file.ts';
import type { FetchFor } from './outbound.ts';

/** Maximum timeout, in seconds: a day. */
const MAX_TIMEOUT_SECONDS = 86_400;

/** Creates the client of a registry, with its token. */
export type ClientFactory = (baseUrl: string, token: string | undefined) => RegistryClient;

/**
 * @throws UsageError if `--timeout` is not a number of seconds. The factory throws one for a proxy or a file of
 *   certificates that cannot be used.
 */
export async function createClientFactory(
  context: Pick<CommandContext, 'environment' | 'terminal' | 'folder'>,
  flags: Flags,
  settings: Pick<EffectiveSettings, 'user' | 'project'>,
): Promise<ClientFactory> {
  const { environment, terminal } = context;
  const acceptsNotFoundPages = choose('not-found-pages', settings).value === 'allow';
  const maxTarballBytes = chooseAmount('max-tarball', settings).value;
  const fetchFor = await prepareFetch(context, flags, settings);
  const waits = readWaits(flags);
  const cache = new FileResponseCache(join(cacheFolder(environment), 'http'), openSealKey(environment));
  const knownRegistries = new KnownRegistriesFile(knownRegistriesPath(configFolder(environment)));
  const userAgent = `prime/${readVersion()} node/${process.versions.node}`;
  return (baseUrl, token) => {
    return new RegistryClient({
      baseUrl,
      cache,
      userAgent,
      knownRegistries,
      acceptsNotFoundPages,
      maxTarballBytes,
      onExchange: (event) => terminal.detail(describeExchange(event)),
      ...(token !== undefined && { token }),
      ...waits,
      onRequest: (request) => terminal.waitFor(describeRequest(request)),
      fetch: fetchFor(baseUrl),
    });
  };
}

const OUTBOUND_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'SSL_CERT_FILE'];

/** The fetch for each address. Most commands need neither proxies nor certificates, and do not load their code. */
export async function prepareFetch(...given: Parameters<typeof createClientFactory>): Promise<FetchFor> {
  const [{ environment }, { cafile }, { user }] = given;
  const isPlain = OUTBOUND_VARIABLES.every((name) => (environment[name] ?? '') === '');
  if (isPlain && cafile === undefined && user.cafile === undefined) {
    const fetch = createDirectFetch();
    return () => fetch;
  }
  const { createFetchFor } = await import('./outbound.ts');
  return createFetchFor(...given);
}

/** How long a command waits for a registry, in milliseconds. */
export interface Waits {
  /** For one answer, and for each further chunk of a transfer. */
  readonly timeoutMs: number;
  /** For the answer to one question: all requests, attempts and pauses. */
  readonly totalMs: number;
}

/** Leaves time for a second attempt when the first one hangs. */
const DEFAULT_WAITS: Waits = { timeoutMs: 30_000, totalMs: 60_000 };

/** The waits of a command. @throws UsageError if `--timeout` is not a number of seconds */
export function readWaits({ timeout: seconds }: Flags): Waits {
  if (typeof seconds !== 'string') return DEFAULT_WAITS;
  const timeoutMs = /^\d{1,9}(?:\.\d{1,9})?$/.test(seconds) ? Math.round(Number(seconds) * 1000) : 0;
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_SECONDS * 1000) return { timeoutMs, totalMs: timeoutMs };
  throw new UsageError(
    `--timeout takes seconds, more than 0 and at most ${MAX_TIMEOUT_SECONDS}, such as 30 or 2.5`,
  );
}

/** What a command waits for: `https://… to answer GET /pack/@acme/web-style`. */
function describeRequest({ registry, method, path }: PendingRequest): string {
  const [plain = ''] = path.split('?');
  return toPrintable(`${registry} to answer ${method} ${decode(plain)}`);
}

function decode(path: string): string {
  return unlessFailed(() => decodeURIComponent(path)) ?? path;
}

/** One request and its outcome on one line: `GET http://… 200 12 ms`. */
export function describeExchange({
  method,
  url,
  status,
  failure,
  durationMs,
  attempt,
}: ExchangeEvent): string {
  const outcome = status ?? failure ?? 'no answer';
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  return `${method} ${url} ${outcome} ${Math.round(durationMs)} ms${again}`;
}
