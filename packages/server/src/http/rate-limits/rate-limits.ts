// Who may ask how often for what, and how a client is told.

import type { IncomingMessage } from 'node:http';
import { RegistryError } from '@prime-registry/protocol';
import type { FastifyReply } from 'fastify';
import type { RateLimit } from '../../config/limits.ts';
import type { FindClientAddress } from '../client-address.ts';
import { networkOf } from '../ip-address.ts';
import { type BucketState, TokenBuckets } from './token-buckets.ts';

/** What is limited, each by itself. */
export type RateClass = 'publish' | 'yank' | 'read';

/** What limits work with. */
export interface RateLimitDeps {
  readonly rates: Readonly<Record<RateClass | 'failed-authentication', RateLimit>>;
  readonly addressOf: FindClientAddress;
  /** A clock in milliseconds that does not go back. */
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

  /** Tells the client where it stands (draft-ietf-httpapi-ratelimit-headers-11), names and values in turn. */
  describe({ remaining, fullInS }: BucketState): readonly [string, string, string, string] {
    const current = `"${this.#name}";r=${remaining};t=${fullInS}`;
    return ['ratelimit-policy', this.#policy, 'ratelimit', current];
  }
}

/** The limits of a server, and its failed authentications. */
export class RateLimits {
  /** Undefined where there is no limit. */
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
    this.#limits = { publish: limitOf('publish'), yank: limitOf('yank'), read: limitOf('read') };
  }

  /** What tells a client that shows no token from others. */
  networkOf(request: IncomingMessage): string {
    return networkOf(this.#addressOf(request));
  }

  /**
   * Counts a request, and tells the client where it stands.
   * @param tokenId - of the token that it has shown, if that is a good one: it is counted by that, not by its address
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
   * For answers from memory: counts a read of somebody without a token.
   * @returns the headers that tell where the client stands, `refused` when the read is one too many; undefined where reads
   *   are not limited.
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

/** The answer to one request too many (RFC 6585, section 4). @param what - the beginning of a sentence */
export function rateLimited(what: string, { retryAfterS }: BucketState): RegistryError {
  return new RegistryError('rate_limited', {
    detail: `${what}; try again in ${retryAfterS} s.`,
    headers: { 'Retry-After': String(retryAfterS) },
  });
}

/** Puts where the client stands into the headers of the answer. */
export function announce(reply: FastifyReply, limit: ClassLimit, state: BucketState): void {
  const [policyName, policy, currentName, current] = limit.describe(state);
  reply.header(policyName, policy).header(currentName, current);
}
