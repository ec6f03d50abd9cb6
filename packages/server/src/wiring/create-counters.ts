// What a server counts in memory and stores now and then: downloads, and when tokens were last used.
import type { RegistryStore } from '@prime-registry/store';
import type { FastifyBaseLogger } from 'fastify';
import { DownloadCounter } from '../actions/download-counter.ts';
import { TokenUse } from '../actions/tokens/token-use.ts';

/** The counters of a server. */
export interface Counters {
  readonly downloads: DownloadCounter;
  readonly tokenUse: TokenUse;
}

/** Creates them. A count that cannot be stored is logged, and fails no request. */
export function createCounters(store: RegistryStore, now: () => number, log: FastifyBaseLogger): Counters {
  return {
    downloads: new DownloadCounter({
      store,
      now,
      onFailure: (error) => log.debug({ err: error }, 'downloads could not be stored'),
    }),
    tokenUse: new TokenUse({
      store,
      now,
      onFailure: (error) => log.debug({ err: error }, 'the use of tokens could not be stored'),
    }),
  };
}
