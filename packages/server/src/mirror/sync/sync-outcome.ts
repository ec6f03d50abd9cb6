// The report of a copy of an upstream.
import type { Followed } from '../lists/follow-list.ts';

/** The outcome for a version, a Prime or a scope. */
export type SyncOutcome =
  /** A version was copied, or would be; with the length of its tarball in bytes, if known. */
  | {
      readonly kind: 'copied';
      readonly name: string;
      readonly version: string;
      readonly sizeBytes: number | undefined;
    }
  /** A version was here before. */
  | { readonly kind: 'present'; readonly name: string; readonly version: string }
  /** A version that was here before was yanked as in the upstream, or would be. */
  | { readonly kind: 'yanked'; readonly name: string; readonly version: string }
  /** A yank of the mirror was taken back, or a version removed, as in the upstream; or would be. */
  | Followed
  /** The upstream may not supply a Prime, or anything of a scope. */
  | { readonly kind: 'skipped'; readonly subject: string; readonly message: string }
  /** A version, or a whole Prime, could not be copied. */
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly version?: string;
      readonly message: string;
    };

/** Called with each outcome; the copy waits for it. */
export type TellOutcome = (outcome: SyncOutcome) => Promise<void>;
