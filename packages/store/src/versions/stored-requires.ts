// The requirements of versions as the database has them: JSON, or null if there are none.
import { REQUIRES_LIMITS, type Requires } from '@prime-registry/protocol';
import { type RawBuilder, sql } from 'kysely';

/** The column of a version. */
export function encodeRequires(requires: Requires | undefined): string | null {
  return requires === undefined || Object.keys(requires).length === 0 ? null : JSON.stringify(requires);
}

/** Reads the column; undefined if there are none. */
export function decodeRequires(column: string | null): Requires | undefined {
  return column === null ? undefined : (JSON.parse(column) as Requires);
}

/**
 * What a list or a search says about a version that requires Primes.
 * @param column - undefined if it was not read, because of its size or because the version has just been removed
 */
export function describeRequires(
  column: string | null | undefined,
): { readonly requires: Requires } | { readonly requiresOmitted: true } {
  const requires = decodeRequires(column ?? null);
  return requires === undefined ? { requiresOmitted: true } : { requires };
}

/** The length of the column, which the engines know without reading it; null if there are none. */
export const REQUIRES_BYTES: RawBuilder<number | null> = sql<number | null>`octet_length(requires)`;

/**
 * The highest versions with requirements whose requirements fit into a list together.
 * @param rows - in ascending precedence
 */
export function chooseListed<Row extends { readonly requires_bytes: number | null }>(
  rows: readonly Row[],
): readonly Row[] {
  const chosen: Row[] = [];
  let left: number = REQUIRES_LIMITS.maxListCharacters;
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row === undefined || row.requires_bytes === null) continue;
    left -= row.requires_bytes;
    if (left < 0) break;
    chosen.push(row);
  }
  return chosen;
}
