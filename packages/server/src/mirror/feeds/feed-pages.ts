// Reads the change feed of an upstream from a cursor to its end: which Primes changed there.
import { type Change, type Changes, getValue, parseChangeCursor } from '@prime-registry/protocol';
import type { Upstream } from '../upstreams/upstream.ts';

/** The Primes that changed, and where to continue; undefined if the feed cannot tell. */
export interface ChangedPrimes {
  readonly names: ReadonlySet<string>;
  readonly cursor: string;
}

/** With more changed Primes, it costs as much to look at all of them. */
const MAX_CHANGED = 20_000;
/** The same for pages: with full ones, a million changes. */
const MAX_PAGES = 2000;
/** Fewer than any page before the end that a registry has made: it ends one after 512 KiB, and an entry has 16 KiB. */
const FEWEST_CHANGES = 16;

/**
 * Finds the Primes that changed behind a cursor.
 * @returns undefined if the feed does not go on where it ended, does not tell everything, or there are too many
 * @throws RegistryError `upstream_unavailable`
 */
export async function findChangedPrimes(
  upstream: Pick<Upstream, 'readChanges'>,
  after: string,
  signal: AbortSignal,
): Promise<ChangedPrimes | undefined> {
  const names = new Set<string>();
  let cursor = after;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await upstream.readChanges(cursor, { waitS: 0, signal });
    if (page === undefined || page === 'restarted' || page.partial === true) return undefined;
    if (hasShrunk(page) || names.size > MAX_CHANGED) return undefined;
    for (const name of namesOf(page.changes)) names.add(name);
    cursor = page.next;
    if (isAtEnd(page)) return { names, cursor };
    if (isSparse(page)) return undefined;
  }
  return undefined;
}

/** The Primes of changes, each once. Entries without a name concern no Prime. */
export function namesOf(changes: readonly Change[]): Set<string> {
  return new Set(changes.flatMap(({ name }) => (name === undefined ? [] : [name])));
}

/** Whether there was more before: the log was restored from a backup, and has no other name. */
export function hasShrunk({ next, size }: Changes): boolean {
  return indexOf(next) > size;
}

/** Whether nothing follows at the moment. */
export function isAtEnd({ next, size }: Changes): boolean {
  return indexOf(next) >= size;
}

/** Whether a page before the end has hardly anything, although everything was asked for: such a feed might never end. */
export function isSparse(page: Changes): boolean {
  return page.changes.length < FEWEST_CHANGES && !isAtEnd(page);
}

/** The client has checked the cursor. */
function indexOf(cursor: string): number {
  return getValue(parseChangeCursor(cursor)).index;
}
