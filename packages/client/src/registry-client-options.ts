// The options of a client.
import type { ResponseCache } from './cache/response-cache.ts';
import type { KnownRegistries } from './http/not-found.ts';
import type { RegistryFetch } from './http/registry-fetch.ts';
import type { FailureReason } from './registry-request-error.ts';

/** One HTTP exchange with a registry, for logs. It never contains the token. */
export interface ExchangeEvent {
  readonly method: string;
  /** The requested URL. For another origin, after a redirect, it has no query. */
  readonly url: string;
  /** From 1; higher ones are retries. */
  readonly attempt: number;
  /** From the request to the head of the response, or to the failure. */
  readonly durationMs: number;
  /** The status, if there was a response. */
  readonly status?: number;
  /** The failure, if there was no response. */
  readonly failure?: FailureReason;
}

/** A request that is in flight, with its retries, for a display. */
export interface PendingRequest {
  /** The base URL of the registry. */
  readonly registry: string;
  readonly method: string;
  /** Path below the base URL, and query; percent-encoded. */
  readonly path: string;
}

/** Options of a RegistryClient. */
export interface RegistryClientOptions {
  /** http or https, with or without a path. Credentials in it are an error. */
  readonly baseUrl: string;
  /** Sent to this registry only (RFC 6750, section 2.1). */
  readonly token?: string;
  /**
   * How long the registry may take to answer, and to send or accept each chunk of a body, in milliseconds;
   * 30,000 by default. It does not limit the total time of a transfer.
   */
  readonly timeoutMs?: number;
  /**
   * How long a call may take in all, with its retries and the pauses between them, in milliseconds; without limit by
   * default. Once a tarball or a publish is being transferred, only `timeoutMs` limits it.
   */
  readonly totalMs?: number;
  /** Most retries of a request; 3 by default. */
  readonly retries?: number;
  /** The platform's `fetch` by default. */
  readonly fetch?: RegistryFetch;
  /** Caches JSON responses for conditional requests. */
  readonly cache?: ResponseCache;
  /** The platform's value by default. In browsers, setting it causes a CORS preflight. */
  readonly userAgent?: string;
  /**
   * Whether to request digests of JSON responses and to verify them (RFC 9530). A response that was changed
   * in transit is then `corrupt`. False by default, because in browsers the request header causes a CORS
   * preflight.
   */
  readonly verifiesJson?: boolean;
  /**
   * Registries whose 404 only counts if it is problem+json with a `code`; by default those that this client has
   * seen to send one.
   */
  readonly knownRegistries?: KnownRegistries;
  /**
   * Whether a 404 counts if its body is a web page. False by default: proxies send such pages during an outage,
   * and after a 404 a resolver asks its next registry.
   */
  readonly acceptsNotFoundPages?: boolean;
  /** Called with each request before it is sent; the result is called when it is over, after all its attempts. */
  readonly onRequest?: (request: PendingRequest) => () => void;
  /** Called after every exchange. */
  readonly onExchange?: (event: ExchangeEvent) => void;
  /**
   * Called with the length of each chunk of a JSON response before it is kept, in bytes after decompression. An
   * error that it throws ends the exchange and is passed on.
   */
  readonly onJsonChunk?: (sizeBytes: number) => void;
  /** Largest JSON response after decompression, in bytes; 32 MiB by default. */
  readonly maxJsonBytes?: number;
  /** Largest tarball in bytes; 1 GiB by default. */
  readonly maxTarballBytes?: number;
}

/** The options with their defaults filled in. */
export interface ClientSettings
  extends Readonly<Required<Omit<RegistryClientOptions, 'token' | 'cache' | 'userAgent' | 'totalMs'>>> {
  readonly token: string | undefined;
  readonly cache: ResponseCache | undefined;
  readonly userAgent: string | undefined;
  readonly totalMs: number | undefined;
}
