// The public interface of the package.
export { ChangeWatch, type ChangeWatchOptions } from './change-watch.ts';
export { FairQueue } from './fair-queue.ts';
export { type Concurrency, forEachConcurrently, mapConcurrently } from './for-each-concurrently.ts';
export { Lease, type LeaseOptions, type LeaseTable, withLease } from './lease.ts';
export { LruCache, type LruCacheOptions } from './lru-cache.ts';
export { mapInOrder } from './map-in-order.ts';
export { OneByOne } from './one-by-one.ts';
export { ownTurn } from './own-turn.ts';
export { createPause, mapWithPauses, type Pause, sortWithPauses } from './pauses.ts';
export { type Release, Semaphore, SemaphoreTimeoutError } from './semaphore.ts';
export { SingleFlight } from './single-flight.ts';
