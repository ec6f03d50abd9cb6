// The operator declares that the lost versions are settled: from now on, the database is the truth.
import type { MarkStore } from '@prime-registry/blobs';
import type { RegistryStore } from '@prime-registry/store';
import { formatMark, MARKED_VERSIONS, NO_MARK, PUBLISHED_MARK } from './published-mark.ts';

/** Replaces the mark, even a damaged one, by one that agrees with the database. */
export async function settleMark(
  store: Pick<RegistryStore, 'listLastPublished'>,
  marks: Pick<MarkStore, 'writeMark'>,
): Promise<void> {
  const last = await store.listLastPublished(MARKED_VERSIONS);
  const published = last.map(({ name, identity, sha256 }) => ({ name, identity, sha256 }));
  await marks.writeMark(PUBLISHED_MARK, formatMark({ ...NO_MARK, published }));
}
