// Splits batch requests into parts that the registry answers and proxies let pass.
import { PRIME_BATCH_LIMITS, primeBatchKey } from '@prime-registry/protocol';
import type { BatchItem } from './registry-reader.ts';

/** The items of each request. */
export function* splitBatch<T extends BatchItem>(items: Iterable<T>): Iterable<T[]> {
  const { maxItems, maxQueryLength } = PRIME_BATCH_LIMITS;
  let part: T[] = [];
  let length = 0;
  for (const item of items) {
    // Build metadata is longer in a query.
    const added = encodeURIComponent(primeBatchKey(item.name, item.version)).length + 1;
    if (part.length === maxItems || (part.length > 0 && length + added > maxQueryLength)) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(item);
    length += added;
  }
  if (part.length > 0) yield part;
}
