// Small texts next to the blobs, outside of their names: they go where the blobs go, and notice when the database
// does not.

/**
 * The name of a text, next to the folder `sha256` of the blobs: of the versions that were published last, or of the last
 * signed head of the log.
 */
export type MarkName = 'published.json' | 'log-head.json';

/** Every method fails with a RegistryError `storage_unavailable` if the storage cannot be used. */
export interface MarkStore {
  /** The text; undefined if none was written yet. */
  readMark(name: MarkName): Promise<string | undefined>;
  /** Replaces the text, atomically and durably. Of simultaneous writers, the last one wins. */
  writeMark(name: MarkName, text: string): Promise<void>;
}
