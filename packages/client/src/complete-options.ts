// Checks the options of a client: an invalid one is a bug of the calling program.
import { parseBaseUrl } from './base-url.ts';
import type { ClientSettings, RegistryClientOptions } from './registry-client-options.ts';

/** The longest delay of a timer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Checks the options and fills in the defaults.
 * @throws TypeError for an invalid option; it never repeats the token.
 */
export function completeOptions(options: RegistryClientOptions): ClientSettings {
  const { token, cache, userAgent } = options;
  if (token !== undefined && !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    throw new TypeError(
      'The token has characters that are not allowed in a bearer token (RFC 6750, section 2.1).',
    );
  }
  if (userAgent !== undefined && !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(userAgent)) {
    throw new TypeError('userAgent must be printable ASCII.');
  }
  return {
    baseUrl: parseBaseUrl(options.baseUrl),
    token,
    cache,
    userAgent,
    timeoutMs: readWhole('timeoutMs', options.timeoutMs ?? 30_000, 1, MAX_TIMEOUT_MS),
    totalMs: options.totalMs && readWhole('totalMs', options.totalMs, 1, MAX_TIMEOUT_MS),
    retries: readWhole('retries', options.retries ?? 3, 0),
    // Wrapped in a function: browsers refuse `fetch` as a method of another object.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    verifiesJson: options.verifiesJson ?? false,
    knownRegistries: options.knownRegistries ?? new Set(),
    acceptsNotFoundPages: options.acceptsNotFoundPages ?? false,
    onRequest: options.onRequest ?? (() => () => undefined),
    onExchange: options.onExchange ?? (() => undefined),
    onJsonChunk: options.onJsonChunk ?? (() => undefined),
    maxJsonBytes: readWhole('maxJsonBytes', options.maxJsonBytes ?? 32 * 1024 ** 2, 1),
    maxTarballBytes: readWhole('maxTarballBytes', options.maxTarballBytes ?? 1024 ** 3, 1),
  };
}

function readWhole(name: string, value: number, minimum: number, maximum = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw new TypeError(`${name} must be a whole number from ${minimum} to ${maximum}.`);
}
