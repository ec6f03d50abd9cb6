// Rate limits, and the headers that report them.

import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { RateLimit } from '../../config/values/rate-setting.ts';
import type { FindClientAddress } from '../connections/client-address.ts';
import { networkOf } from '../connections/ip-address.ts';
import { announce, ClassLimit, rateLimited } from './class-limit.ts';

/** What is limited; each class has its own token buckets. */
export type RateClass = 'publish' | 'yank' | 'read' | 'exchange';

export interface RateLimitDeps {
  readonly rates: Readonly<Record<RateClass | 'failed-authentication', RateLimit>>;
  readonly addressOf: FindClientAddress;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

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
