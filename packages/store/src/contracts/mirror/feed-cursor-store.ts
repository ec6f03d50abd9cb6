// Interface to cursors: how far this registry has read the change feeds of its upstreams.

/** A reader of a feed. */
export interface FeedReader {
  /** Base URL of the upstream. */
  readonly url: string;
  /** What it reads for. The cursors of copies end when a version of the upstream is evicted, or a Prime is bound to it. */
  readonly reader: 'follow' | 'none' | `copy ${string}`;
}

/** How far it has read. */
export interface FeedCursor extends FeedReader {
  readonly cursor: string;
  /** When it was saved, in milliseconds since the epoch. */
  readonly atMs: number;
}

/** Cursors. */
export interface FeedCursorStore {
  findFeedCursor(reader: FeedReader): Promise<FeedCursor | undefined>;
  /** Saves a cursor in place of the one before. */
  saveFeedCursor(cursor: FeedCursor): Promise<void>;
  /**
   * Saves a cursor in place of another one, which may be of another reader. Nothing happens if that is not there any more:
   * an eviction has ended it, or somebody else has replaced it.
   */
  replaceFeedCursor(cursor: FeedCursor, before: Omit<FeedCursor, 'atMs'>): Promise<void>;
}
