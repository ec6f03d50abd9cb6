// Reads a page of changes from the log. A page is bounded in what is returned and in what is examined, because a reader
// of one rare type would otherwise have the whole log read.
import { ownTurn } from '@prime-registry/concurrency';
import { type Change, type ChangesQuery, scopeOf } from '@prime-registry/protocol';
import type { ChangeLog } from './change-place.ts';

/** Which changes to read, from where to where. */
export interface Scan extends Pick<ChangesQuery, 'limit' | 'types' | 'scopes'> {
  /** Index of the first entry. */
  readonly from: number;
  /** Size of the log. */
  readonly size: number;
}

export interface ScannedChanges {
  readonly changes: readonly Change[];
  /** The index behind the last examined entry. */
  readonly next: number;
  /** The last examined entry; undefined if none was. */
  readonly last: Uint8Array | undefined;
}

/** Entries that one page examines. */
const MAX_EXAMINED = 5000;
/** Entries that are read, and parsed, at once: some milliseconds. */
const READ_AT_ONCE = 500;
/** A page ends with the entry that exceeds this, in bytes. */
const MAX_PAGE_BYTES = 512 * 1024;

export async function scanChanges(
  log: Pick<ChangeLog, 'listLogEntries'>,
  { from, size, limit, ...filter }: Scan,
): Promise<ScannedChanges> {
  const isFiltered = filter.types !== undefined || filter.scopes !== undefined;
  const changes: Change[] = [];
  const end = Math.min(size, from + MAX_EXAMINED);
  let next = from;
  let last: Uint8Array | undefined;
  for (let bytes = 0; next < end && changes.length < limit && bytes < MAX_PAGE_BYTES; ) {
    const wanted = isFiltered ? READ_AT_ONCE : Math.min(READ_AT_ONCE, limit - changes.length);
    const entries = await log.listLogEntries(next, Math.min(wanted, end - next));
    if (entries.length === 0) break;
    await ownTurn();
    for (const entry of entries) {
      // The store has checked its entries when it appended them.
      const change = { index: next, ...(JSON.parse(Buffer.from(entry).toString()) as object) } as Change;
      next += 1;
      last = entry;
      if (!matches(change, filter)) continue;
      changes.push(change);
      bytes += entry.length;
      if (changes.length === limit || bytes >= MAX_PAGE_BYTES) break;
    }
  }
  return { changes, next, last };
}

function matches({ type, name }: Change, { types, scopes }: Pick<Scan, 'types' | 'scopes'>): boolean {
  if (types !== undefined && !types.has(type)) return false;
  return scopes === undefined || (name !== undefined && scopes.has(scopeOf(name)));
}
