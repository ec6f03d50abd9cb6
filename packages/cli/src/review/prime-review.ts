// The effects of a publish, for reviewers of a pull request.
import type { AtomDiff } from '@prime-registry/protocol';

/** The publish of a folder with one Prime or more. */
export interface PublishReview {
  /** The folder or tarball, relative to the current folder, with `/`. */
  readonly path: string;
  readonly primes: readonly PrimeReview[];
  /** Number of Primes that do not differ from what is published. */
  readonly unchanged: number;
  /** What is wrong with all of it, such as a pack.yaml that cannot be read. */
  readonly problems: readonly ReviewProblem[];
  /** Of the first Prime that cannot be published; 0 if all can. */
  readonly exitCode: number;
}

/** The publish of one Prime. */
export interface PrimeReview {
  /** Its name, or its path if there is none that can be read. */
  readonly subject: string;
  /** The version that would be published. */
  readonly version: string | undefined;
  /** What to compare with; undefined if nothing is published, or it was not compared. */
  readonly changes: PrimeChanges | undefined;
  /** Facts for readers, such as why nothing was compared. */
  readonly notes: readonly string[];
  readonly problems: readonly ReviewProblem[];
  /** Whether it can be published, as far as it is known. */
  readonly isAccepted: boolean;
}

/** An error or a warning. */
export interface ReviewProblem {
  readonly severity: 'error' | 'warning';
  /** Such as `primes/x.prime:3:1`, relative to the repository. */
  readonly place: string | undefined;
  readonly message: string;
}

/** The changes since a published version. */
export interface PrimeChanges {
  readonly diff: AtomDiff;
  /** Paths of files that differ, without pack.yaml; sorted. */
  readonly files: readonly string[];
  /** Requirements that were added, removed or changed; sorted by name. */
  readonly requires: readonly RequirementChange[];
}

/** A requirement that was added, removed or changed, with its ranges. */
export interface RequirementChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}
