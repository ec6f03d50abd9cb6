// Rate limits, and the headers that report them.

import type { IncomingMessage } from 'node:http';
import { RegistryError } from '@prime-registry/protocol';
import type { FastifyReply } from 'fastify';
import type { RateLimit } from '../../config/limits.ts';
import type { FindClientAddress } from '../connections/client-address.ts';
import { networkOf } from '../connections/ip-address.ts';
import { type BucketState, TokenBuckets } from './token-buckets.ts';

/** What is limited; each class has its own token buckets. */
export type RateClass = 'publish' | 'yank' | 'read' | 'exchange';

/** The dependencies of rate limits. */
export interface RateLimitDeps {
  readonly rates: Readonly<Record<RateClass | 'failed-authentication', RateLimit>>;
  readonly addressOf: FindClientAddress;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** The limit of one class. */
export class ClassLimit {
  readonly #name: string;
  readonly #policy: string;
  readonly #buckets: TokenBuckets;

  constructor(name: string, rate: Exclude<RateLimit, 'off'>, now: () => number) {
    this.#name = name;
    this.#policy = `"${name}";q=${rate.requests};w=${rate.windowS}`;
    this.#buckets = new TokenBuckets(rate, now);
  }

  take(key: string): BucketState {
    return this.#buckets.take(key);
  }

  look(key: string): BucketState {
    return this.#buckets.look(key);
  }

  /** The rate-limit headers (draft-ietf-httpapi-ratelimit-headers-11), names and values in turn. */
  describe({ remaining, fullInS }: BucketState): readonly [string, string, string, string] {
    const current = `"${this.#name}";r=${remaining};t=${fullInS}`;
    return ['ratelimit-policy', this.#policy, 'ratelimit', current];
  }
}

/** The rate limits of a server, and its limit of failed authentications. */
export class RateLimits {
  /** Undefined without a limit. */
  readonly failedAuthentications: ClassLimit | undefined;
  readonly #addressOf: FindClientAddress;
  readonly #limits: Readonly<Record<RateClass, ClassLimit | undefined>>;

  constructor({ rates, addressOf, now }: RateLimitDeps) {
    const limitOf = (name: keyof typeof rates): ClassLimit | undefined => {
      const rate = rates[name];
      return rate === 'off' ? undefined : new ClassLimit(name, rate, now);
    };
    this.failedAuthentications = limitOf('failed-authentication');
    this.#addressOf = addressOf;
    this.#limits = {
      ...{ publish: limitOf('publish'), yank: limitOf('yank') },
      ...{ read: limitOf('read'), exchange: limitOf('exchange') },
    };
  }

  /** What identifies a client without a token. */
  networkOf(request: IncomingMessage): string {
    return networkOf(this.#addressOf(request));
  }

  /**
   * Counts a request, and adds the rate-limit headers.
   * @param tokenId - of a valid token: then the request counts for it, and not for its network
   * @throws RegistryError `rate_limited`
   */
  count(rateClass: RateClass, reply: FastifyReply, tokenId: string | undefined): void {
    const limit = this.#limits[rateClass];
    if (limit === undefined) return;
    const network = this.networkOf(reply.request.raw);
    const state = limit.take(tokenId === undefined ? network : `token ${tokenId}`);
    announce(reply, limit, state);
    if (state.isAllowed) return;
    const who = tokenId === undefined ? network : 'this token';
    throw rateLimited(`Too many requests to ${rateClass} from ${who}`, state);
  }

  /**
   * Counts further requests that arrived as one, and says so in the rate-limit headers.
   * @param tokenId - as for {@link count}
   * @returns how many of them the limit allows
   */
  countMore(rateClass: RateClass, reply: FastifyReply, tokenId: string | undefined, wanted: number): number {
    const limit = this.#limits[rateClass];
    if (limit === undefined || wanted === 0) return wanted;
    const key = tokenId === undefined ? this.networkOf(reply.request.raw) : `token ${tokenId}`;
    for (let taken = 0; ; taken += 1) {
      const state = taken === wanted ? limit.look(key) : limit.take(key);
      if (state.isAllowed && taken < wanted) continue;
      announce(reply, limit, state);
      return taken;
    }
  }

  /**
   * For hot reads: counts a read without a token.
   * @returns the rate-limit headers, or `refused` over the limit; undefined if reads are not limited
   */
  get countHotRead(): ((request: IncomingMessage) => readonly string[] | 'refused') | undefined {
    const { read } = this.#limits;
    if (read === undefined) return undefined;
    return (request) => {
      const state = read.take(this.networkOf(request));
      return state.isAllowed ? read.describe(state) : 'refused';
    };
  }
}

/** The error for a request over the limit (RFC 6585, section 4). @param what - the beginning of a sentence */
export function rateLimited(what: string, { retryAfterS }: BucketState): RegistryError {
  return new RegistryError('rate_limited', {
    detail: `${what}; try again in ${retryAfterS} s.`,
    headers: { 'Retry-After': String(retryAfterS) },
  });
}

/** Adds the rate-limit headers to an answer. */
export function announce(reply: FastifyReply, limit: ClassLimit, state: BucketState): void {
  const [policyName, policy, currentName, current] = limit.describe(state);
  reply.header(policyName, policy).header(currentName, current);
}
