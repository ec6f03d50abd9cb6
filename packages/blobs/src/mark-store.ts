// A small text next to the blobs, outside of their names: it goes where they go, and notices when the database
// does not.

/** Every method fails with a RegistryError `storage_unavailable` if the storage cannot be used. */
export interface MarkStore {
  /** The text; undefined if none was written yet. */
  readMark(): Promise<string | undefined>;
  /** Replaces the text, atomically and durably. Of simultaneous writers, the last one wins. */
  writeMark(text: string): Promise<void>;
}

/** The name of the text, next to the folder `sha256` of the blobs. */
export const MARK_NAME = 'published.json';
