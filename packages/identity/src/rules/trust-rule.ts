// A trust rule: the identities of an issuer that may act, and their permissions.
import type { Permission } from '@prime-registry/protocol/basics';
import type { PresetName } from '../presets/preset-name.ts';

/** What the text of a claim must be: equal, one of several, or with a beginning. */
export type ClaimCondition = string | readonly string[] | { readonly prefix: string };

/** A rule. Its canonical form is `formatTrustRule`. */
export interface TrustRule {
  /** 1 to 100 characters; no two rules of a registry have the same. */
  readonly name: string;
  /** Which kind of issuer it is, and so what its claims mean. */
  readonly preset: PresetName;
  /** `iss` of its tokens, byte for byte. */
  readonly issuer: string;
  /** What must hold, by claim. */
  readonly conditions: Readonly<Record<string, ClaimCondition>>;
  /** Claims whose value at the first use becomes a condition. */
  readonly pin: readonly string[];
  /** Permissions of the tokens that are given out. Never `admin`. */
  readonly may: readonly Permission[];
  /** Scopes for which those are, such as `@acme`. */
  readonly scopes: readonly string[];
  /** Primes for which those are, such as `@acme/web-style`. There is at least one scope or Prime. */
  readonly primes: readonly string[];
  /** What of the claims may be shown to everybody: names, too, or only ids. */
  readonly show: 'names' | 'ids';
}
