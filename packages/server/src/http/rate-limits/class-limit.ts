// One rate limit, and the headers that report it.
import { RegistryError } from '@prime-registry/protocol';
import type { FastifyReply } from 'fastify';
import type { RateLimit } from '../../config/values/rate-setting.ts';
import { type BucketState, TokenBuckets } from './token-buckets.ts';

export class ClassLimit extends TokenBuckets {
  readonly #name: string;
  readonly #policy: string;

  constructor(name: string, rate: Exclude<RateLimit, 'off'>, now: () => number) {
    super(rate, now);
    this.#name = name;
    this.#policy = `"${name}";q=${rate.requests};w=${rate.windowS}`;
  }

  /** The rate-limit headers (draft-ietf-httpapi-ratelimit-headers-11), names and values in turn. */
  describe({ remaining, fullInS }: BucketState): readonly [string, string, string, string] {
    const current = `"${this.#name}";r=${remaining};t=${fullInS}`;
    return ['ratelimit-policy', this.#policy, 'ratelimit', current];
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
