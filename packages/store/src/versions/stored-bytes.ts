// What a version occupies, for the quota of its scope and the limit of mirrored data. Indexes are not counted.
import { sql } from 'kysely';
import type { NewVersion } from '../contracts/version-store.ts';
import { VERSION_BYTES_SQL } from './byte-counts.ts';
import type { VersionInsert } from './insert/version-insert.ts';
import { encodeRequires } from './stored-requires.ts';

/**
 * The bytes of its tarball and of its rows: manifest, README, and the atoms that its Prime does not have yet.
 */
export function countStoredBytes({
  version,
  inventory,
}: Pick<VersionInsert, 'version' | 'inventory'>): number {
  return countVersionBytes(version) + (inventory?.sizeBytes ?? 0);
}

/** The bytes of a version without its atoms. */
export function countVersionBytes(version: NewVersion): number {
  const { sizeBytes, sourceManifest, readme = '', description, namespaces, tags, requires } = version;
  const lists = [JSON.stringify(namespaces), JSON.stringify(tags), encodeRequires(requires) ?? ''];
  const texts = [readme, description, ...lists];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), sizeBytes + sourceManifest.length);
}

/** The same as {@link countVersionBytes}, of a row of `versions`. */
export const VERSION_BYTES = sql.raw<number>(VERSION_BYTES_SQL);

/** Of a row of `inventories`. */
export const INVENTORY_BYTES = sql<number>`
  octet_length(contents) + octet_length(kinds) + octet_length(problems)
  + coalesce(octet_length(assessment), 0)`;

/** Of a row of `atom_contents`. */
export const CONTENT_BYTES = sql<number>`
  octet_length(key) + octet_length(atom) + octet_length(kind) + octet_length(name) + octet_length(description)
  + octet_length(facts) + octet_length(edges) + octet_length(fields)`;

/** Of a row of `atom_texts`. */
export const TEXTS_BYTES = sql<number>`octet_length(key) + octet_length(texts)`;

/** Of a row of `mirrored_lists`. */
export const LIST_BYTES = sql<number>`
  octet_length(name) + coalesce(octet_length(etag), 0) + octet_length(body)
  + coalesce(octet_length(lifecycle), 0)`;
