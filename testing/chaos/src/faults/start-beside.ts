// A process that starts next to others on the same data.
import type { TestedRegistry } from '../registry/tested-registry.ts';
import type { Loss } from '../world.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * What clients of the others may lose: a starting process removes uploads older than a day, by its own clock.
 */
export function lossesBeside({ clockOffsetMs }: TestedRegistry): Loss[] {
  return clockOffsetMs > DAY_MS ? ['writes'] : [];
}
