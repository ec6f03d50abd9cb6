// Finds the deprecation that covers a version.
import { LruCache } from '@prime-registry/concurrency';
import { parseRange, parseVersion, precedenceKey, type VersionRange } from '@prime-registry/protocol';
import type { DeprecationRecord, LifecycleRecord } from '@prime-registry/store';

/** Ranges are slow to parse, and few are in use. */
const ranges = new LruCache<VersionRange | undefined>({ maxSize: 1000 });

/** The deprecation of a version: the newest one that covers it; undefined if there is none. */
export function findDeprecation(
  { deprecations }: Pick<LifecycleRecord, 'deprecations'>,
  version: string,
): DeprecationRecord | undefined {
  if (deprecations.length === 0) return undefined;
  const parsed = parseVersion(version);
  if (!parsed.ok) return undefined;
  const key = precedenceKey(parsed.value);
  return deprecations.find(({ range }) => rangeOf(range)?.coversKey(key) === true);
}

function rangeOf(text: string): VersionRange | undefined {
  const known = ranges.get(text);
  if (known !== undefined) return known;
  const parsed = parseRange(text);
  const range = parsed.ok ? parsed.value : undefined;
  ranges.set(text, range);
  return range;
}
