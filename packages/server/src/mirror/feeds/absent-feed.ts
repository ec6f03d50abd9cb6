// Remembers which upstreams have no change feed, in the store, so that they are not asked for one again and again. An
// upstream may be upgraded, so this ends.
import type { FeedCursorStore } from '@prime-registry/store';

export interface AbsentFeedDeps {
  readonly store: Pick<FeedCursorStore, 'findFeedCursor' | 'saveFeedCursor'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How long it is remembered. */
export const ABSENT_FEED_MS = 86_400_000;
const READER = 'none';

/** Whether an upstream had no feed a short time ago. @param url - its base URL */
export async function isFeedAbsent({ store, now }: AbsentFeedDeps, url: string): Promise<boolean> {
  const noted = await store.findFeedCursor({ url, reader: READER });
  return noted !== undefined && now() - noted.atMs < ABSENT_FEED_MS;
}

/** Remembers that an upstream has no feed. */
export async function noteAbsentFeed({ store, now }: AbsentFeedDeps, url: string): Promise<void> {
  await store.saveFeedCursor({ url, reader: READER, cursor: '', atMs: now() });
}
