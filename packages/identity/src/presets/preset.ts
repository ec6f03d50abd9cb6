// The knowledge of a preset about a kind of issuer.
import type { Claims } from '../claims/claims.ts';
import type { RuleDraft } from '../drafts/rule-draft.ts';

/** A kind of issuer: what its claims mean, which of them never change hands, and which of its jobs are dangerous. */
export interface Preset {
  /** Its name for people: `GitHub Actions`. */
  readonly title: string;
  /** The issuer of rules that name none; undefined if they must. */
  readonly issuer: string | undefined;
  /** Issuers that only this preset may have, because many share them, or because of what it refuses. */
  readonly owns: RegExp | undefined;
  /** The fields of a rule in a file that this preset has besides those that all rules have. */
  readonly fields: readonly string[];
  /** The one of them that says whose jobs: what `trust add` takes without an option; undefined if there is none. */
  readonly subject: string | undefined;
  /** What that field looks like. */
  readonly example: string;
  /** Writes the conditions that the fields stand for. */
  readonly expand: (draft: RuleDraft) => void;
  /**
   * Claims that are never given to anybody else, and the claims that must be conditions for the first one to be pinned at the
   * first use; undefined if it cannot be pinned. A rule has at least one of them as a condition.
   */
  readonly immutable: Readonly<Record<string, readonly string[] | undefined>>;
  /** Other claims that every rule needs as conditions, and why. */
  readonly required?: Readonly<Record<string, string>>;
  /** Claims that no rule may have as conditions, and why. */
  readonly refused?: Readonly<Record<string, string>>;
  /** What started a job. */
  readonly triggers?: Triggers;
  /** Texts of claims with which no token is accepted. */
  readonly forbidden?: Readonly<Record<string, string>>;
  /** How long ago a token may have been issued, in milliseconds. */
  readonly maxAgeMs: number;
  /** Claims that become public with a version. */
  readonly shown: readonly string[];
  /** Those of them that have no names. */
  readonly shownIds: readonly string[];
  /** The claims as rules read them, if not simply as the token has them. */
  readonly read?: (claims: Claims) => Claims;
  /** Names an identity for people. @param text - the text of a claim */
  readonly describe: (text: (claim: string) => string | undefined) => string | undefined;
}

/** Which triggers of jobs are dangerous: somebody else decides what runs. */
interface Triggers {
  readonly claim: string;
  /** Never accepted. */
  readonly never: readonly string[];
  /** Accepted only by a rule that names them in its condition on the claim. */
  readonly ifNamed: RegExp;
}

/** An id as Buildkite, CircleCI and Kubernetes write it. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How long ago tokens may have been issued that a job requests when it needs one: 15 minutes. */
export const ON_REQUEST_MS = 15 * 60_000;
