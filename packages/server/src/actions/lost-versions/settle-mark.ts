// The operator declares that the lost versions are settled: from now on, the database is the truth.
import { setTimeout as delay } from 'node:timers/promises';
import type { MarkStore } from '@prime-registry/blobs';
import type { RegistryStore } from '@prime-registry/store';
import { formatMark, MARKED_VERSIONS, NO_MARK, PUBLISHED_MARK, parseMark } from './published-mark.ts';

/** Longer than a server takes from reading the mark to writing it. */
const LOOK_AFTER_MS = 1000;

/**
 * Replaces the mark, even a damaged one, by one that agrees with the database.
 * @param pause - waits before the mark is looked at again
 */
export async function settleMark(
  store: Pick<RegistryStore, 'listLastPublished'>,
  marks: MarkStore,
  pause: () => Promise<void> = () => delay(LOOK_AFTER_MS),
): Promise<void> {
  do {
    const last = await store.listLastPublished(MARKED_VERSIONS);
    const published = last.map(({ name, identity, sha256 }) => ({ name, identity, sha256 }));
    await marks.writeMark(PUBLISHED_MARK, formatMark({ ...NO_MARK, published }));
    // A server that had read the mark before may write it after this, with all that was missing.
    await pause();
  } while (parseMark(await marks.readMark(PUBLISHED_MARK)).noticedAt !== undefined);
}
