// Reads the change feed of an upstream.
import { RegistryClient, type RegistryClientOptions, RegistryRequestError } from '@prime-registry/client';
import type { Ask } from './ask-upstream.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { Upstream } from './upstream.ts';
import type { UpstreamDocuments } from './upstream-documents.ts';

export interface ChangesReaderDeps {
  readonly ask: Ask;
  readonly documents: Pick<UpstreamDocuments, 'hold'>;
  /** The options of clients. */
  readonly options: RegistryClientOptions;
}

/** Changes in one answer; with entries of the usual length, 200 KB. */
const AT_ONCE = 500;
/** The most that is read of one answer: a registry ends a page at half of that. */
const MAX_BYTES = 1024 * 1024;

/** Creates the function for one upstream. */
export function createChangesReader({ ask, documents, options }: ChangesReaderDeps): Upstream['readChanges'] {
  // A feed that fails must not block the Primes.
  const breaker = new CircuitBreaker();
  return async (after, { waitS, signal }) => {
    const { onJsonChunk, release } = documents.hold();
    try {
      const client = new RegistryClient({ ...options, onJsonChunk, maxJsonBytes: MAX_BYTES });
      return await ask(
        () => client.changes({ after, waitS, signal, limit: AT_ONCE }).catch(acceptRestart),
        breaker,
      );
    } finally {
      release();
    }
  };
}

function acceptRestart(error: unknown): 'restarted' {
  if (error instanceof RegistryRequestError && error.code === 'log_restarted') return 'restarted';
  throw error;
}
