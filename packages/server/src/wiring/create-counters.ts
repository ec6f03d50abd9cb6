// Counters that are kept in memory and stored at intervals: downloads, and the last use of tokens.
import { DownloadCounter } from '../actions/download-counter.ts';
import { TokenUse } from '../actions/tokens/token-use.ts';
import type { CommonParts } from './common-parts.ts';

export type Counters = Readonly<ReturnType<typeof createCounters>>;

/** Creates them. A failure to store counts is logged; no request fails because of it. */
export function createCounters({ storage: { store }, now, log }: CommonParts) {
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
