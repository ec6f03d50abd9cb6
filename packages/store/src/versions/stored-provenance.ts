// The stored form of provenance: JSON, or null if no identity is known.
import type { Provenance } from '@prime-registry/protocol';

/** The column of a version. */
export function encodeProvenance(provenance: Provenance | undefined): string | null {
  return provenance === undefined ? null : JSON.stringify(provenance);
}

/** Reads the column; undefined if no identity is known. */
export function decodeProvenance(column: string | null): Provenance | undefined {
  return column === null ? undefined : (JSON.parse(column) as Provenance);
}
