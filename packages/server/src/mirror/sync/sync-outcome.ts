// What a copy of another registry tells of itself while it is made.

/** What became of a version, of a Prime or of a scope. */
export type SyncOutcome =
  /** A version came, or would come; its length in bytes where that is known. */
  | {
      readonly kind: 'copied';
      readonly name: string;
      readonly version: string;
      readonly sizeBytes: number | undefined;
    }
  /** A version was here before. */
  | { readonly kind: 'present'; readonly name: string; readonly version: string }
  /** A version that was here before was yanked there, and so here, or would be. */
  | { readonly kind: 'yanked'; readonly name: string; readonly version: string }
  /** A Prime, or whatever of a scope there is, is not for that registry to supply. */
  | { readonly kind: 'skipped'; readonly subject: string; readonly message: string }
  /** A version, or all of a Prime, should have come and did not. */
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly version?: string;
      readonly message: string;
    };

/** Told of each; whoever copies waits until it was taken. */
export type TellOutcome = (outcome: SyncOutcome) => Promise<void>;
