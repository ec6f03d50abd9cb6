// What `prime version` would write into a pack.yaml, and why. Planning and writing are separate, so that several
// Primes can be planned before the first one is written.
import type { Bump } from '@prime-registry/atoms';

/** The next version of a Prime. */
export interface VersionPlan {
  /** Absolute path of the folder with the pack.yaml. */
  readonly folder: string;
  readonly name: string;
  /** The version in the pack.yaml. */
  readonly from: string;
  /** The version to publish; the same if nothing has to be written. */
  readonly to: string;
  /** The published version that the folder was compared with; null if there is none, or none was needed. */
  readonly published: string | null;
  /** The step that the changes require; `none` if nothing differs; null if nothing was compared. */
  readonly step: Bump | null;
  /** What requires the step. */
  readonly reasons: readonly string[];
  /** Why it is this version, in words. */
  readonly why: string;
}
