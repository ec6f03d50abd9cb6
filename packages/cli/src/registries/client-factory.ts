// Creates the registry clients of one command, with the same cache, timeout and log.

import { join } from 'node:path';
import { type ExchangeEvent, RegistryClient } from '@prime-registry/client';
import { type Flags, UsageError } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { readPrimeVersion } from '../prime-version.ts';
import { chooseAmount } from '../settings/amounts.ts';
import { choose } from '../settings/choices.ts';
import { cacheFolder, configFolder } from '../settings/folders.ts';
import type { EffectiveSettings } from '../settings/load-settings.ts';
import { FileResponseCache } from './file-response-cache.ts';
import { KnownRegistriesFile, knownRegistriesPath } from './known-registries-file.ts';

/** Maximum timeout, in seconds: a day. */
const MAX_TIMEOUT_SECONDS = 86_400;

/** Creates the client of a registry, with its token. */
export type ClientFactory = (baseUrl: string, token: string | undefined) => RegistryClient;

/** How the clients of a command treat a 404, and what they take. */
export interface ClientSettings {
  /** See the setting `not-found-pages`. */
  readonly acceptsNotFoundPages: boolean;
  /** See the setting `max-tarball`. */
  readonly maxTarballBytes: number;
}

/** These settings of a command. */
export function readClientSettings(settings: Pick<EffectiveSettings, 'user' | 'project'>): ClientSettings {
  return {
    acceptsNotFoundPages: choose('not-found-pages', settings).value === 'allow',
    maxTarballBytes: chooseAmount('max-tarball', settings).amount,
  };
}

/** @throws UsageError if `--timeout` is not a number of seconds */
export function createClientFactory(
  { environment, terminal }: Pick<CommandContext, 'environment' | 'terminal'>,
  flags: Flags,
  { acceptsNotFoundPages, maxTarballBytes }: ClientSettings,
): ClientFactory {
  const timeoutMs = readTimeout(flags.timeout);
  const cache = new FileResponseCache(join(cacheFolder(environment), 'http'));
  const knownRegistries = new KnownRegistriesFile(knownRegistriesPath(configFolder(environment)));
  const userAgent = `prime/${readPrimeVersion()} node/${process.versions.node}`;
  return (baseUrl, token) =>
    new RegistryClient({
      baseUrl,
      cache,
      userAgent,
      knownRegistries,
      acceptsNotFoundPages,
      maxTarballBytes,
      onExchange: (event) => terminal.detail(describeExchange(event)),
      ...(token !== undefined && { token }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
}

/** Milliseconds from a flag in seconds; undefined if it was not given. */
function readTimeout(seconds: Flags[string]): number | undefined {
  if (typeof seconds !== 'string') return undefined;
  const timeoutMs = /^\d{1,9}(?:\.\d{1,9})?$/.test(seconds) ? Math.round(Number(seconds) * 1000) : 0;
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_SECONDS * 1000) return timeoutMs;
  throw new UsageError(
    `--timeout takes seconds, more than 0 and at most ${MAX_TIMEOUT_SECONDS}, such as 30 or 2.5`,
  );
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
