// A process that starts beside others which serve the same data.
import type { TestedRegistry } from '../registry/tested-registry.ts';
import type { Loss } from '../world.ts';

const DAY_MS = 24 * 3_600_000;

/** What the others' clients may lose: who starts takes uploads for abandoned whose age is more than a day, by its own clock. */
export function lossesBeside({ clockOffsetMs }: TestedRegistry): Loss[] {
  return clockOffsetMs > DAY_MS ? ['writes'] : [];
}
