// What most parts of a server work with.
import type { FastifyBaseLogger } from 'fastify';
import type { RegistryMetrics } from '../metrics/registry-metrics.ts';
import type { Storage } from './storage/open-storage.ts';

/** The parts that come first. */
export interface CommonParts {
  readonly storage: Storage;
  readonly metrics: RegistryMetrics;
  readonly log: FastifyBaseLogger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
