// What a client can be told, checked when it is made: what is wrong here is a defect of the program that uses it.
import { parseBaseUrl } from './base-url.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { FailureReason } from './registry-request-error.ts';

/** One exchange with a registry, for a log of what happens. It never has the token in it. */
export interface ExchangeEvent {
  readonly method: string;
  /** Where it went; of another origin than the registry's, after a redirect, without the query. */
  readonly url: string;
  /** From 1; higher ones are retries. */
  readonly attempt: number;
  /** From the request to the head of the answer, or to the failure. */
  readonly durationMs: number;
  /** The status, if there was an answer. */
  readonly status?: number;
  /** What went wrong, if there was none. */
  readonly failure?: FailureReason;
}

/** Options of a RegistryClient. */
export interface RegistryClientOptions {
  /** http or https, with or without a path; credentials in it are an error. */
  readonly baseUrl: string;
  /** Sent to this registry alone (RFC 6750, section 2.1). */
  readonly token?: string;
  /**
   * How long the registry may take to answer, and to send or take each further piece of a body, in milliseconds; 30,000
   * when left out. It does not limit a large transfer as a whole.
   */
  readonly timeoutMs?: number;
  /** How many times more a request is sent when that may help; 3 when left out. */
  readonly retries?: number;
  /** The platform's own when left out. */
  readonly fetch?: typeof fetch;
  /** Keeps JSON answers, so that what did not change is not sent again. */
  readonly cache?: ResponseCache;
  /** The platform's own when left out. Browsers allow none without asking the registry first. */
  readonly userAgent?: string;
  /**
   * Whether JSON is held against the digest that the registry sends with it when it is asked to (RFC 9530): what was changed on
   * the way is `corrupt` then. False when left out, as browsers would have to ask the registry first.
   */
  readonly verifiesJson?: boolean;
  /** Called after every exchange. */
  readonly onExchange?: (event: ExchangeEvent) => void;
  /** Largest JSON answer, unpacked, in bytes; 32 MiB when left out. */
  readonly maxJsonBytes?: number;
  /** Largest tarball in bytes; 1 GiB when left out. */
  readonly maxTarballBytes?: number;
}

/** The options with everything that was left out. */
export interface ClientSettings
  extends Readonly<Required<Omit<RegistryClientOptions, 'token' | 'cache' | 'userAgent'>>> {
  readonly token: string | undefined;
  readonly cache: ResponseCache | undefined;
  readonly userAgent: string | undefined;
}

/** The longest that a timer can run. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Checks the options and completes them. @throws TypeError for what is not allowed; it never repeats the token. */
export function completeOptions(options: RegistryClientOptions): ClientSettings {
  const { token, cache, userAgent } = options;
  if (token !== undefined && !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    throw new TypeError('The token has characters that no bearer token has (RFC 6750, section 2.1).');
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
    retries: readWhole('retries', options.retries ?? 3, 0),
    // Called through a function: browsers refuse a fetch that is called as a method of something else.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    verifiesJson: options.verifiesJson ?? false,
    onExchange: options.onExchange ?? (() => undefined),
    maxJsonBytes: readWhole('maxJsonBytes', options.maxJsonBytes ?? 32 * 1024 ** 2, 1),
    maxTarballBytes: readWhole('maxTarballBytes', options.maxTarballBytes ?? 1024 ** 3, 1),
  };
}

function readWhole(name: string, value: number, minimum: number, maximum = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw new TypeError(`${name} must be a whole number from ${minimum} to ${maximum}.`);
}
