// What a policy asks of Primes. All rules that match a Prime must be met, so that a further rule only ever asks for more.
import type { VerifierKey } from '@prime-registry/tlog';

/** Where a line of a policy is. */
interface PolicyPlace {
  /** Path of the file as it is shown. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A claim of an identity: equal to a text, to one of several, or with a beginning. */
export type ClaimWish = { readonly oneOf: readonly string[] } | { readonly prefix: string };

/** One thing that a rule asks for. */
export type Wish = PolicyPlace &
  (
    | {
        readonly kind: 'signed-by';
        /** `SHA256:…`. */
        readonly fingerprints: readonly string[];
        /** Absolute paths of files of allowed signers. */
        readonly files: readonly string[];
      }
    | {
        readonly kind: 'published-by';
        readonly issuer: string;
        readonly claims: ReadonlyMap<string, ClaimWish>;
      }
    | {
        readonly kind: 'logged';
        /** Of which one must have signed the log; any that is trusted, if there are none. */
        readonly keys: readonly VerifierKey[];
      }
    | {
        readonly kind: 'witnessed';
        readonly witnesses: readonly VerifierKey[];
        /** How many of them have to have cosigned; at least 1. */
        readonly atLeast: number;
      }
    /** Base URLs of which one must have the Prime. */
    | { readonly kind: 'registry'; readonly registries: readonly string[] }
  );

export type WishKind = Wish['kind'];

export interface PolicyRule extends PolicyPlace {
  /** Names, scopes as `@acme/*`, or `*` for all. */
  readonly primes: readonly string[];
  /** At least one. */
  readonly wishes: readonly Wish[];
}

/** Whether a rule is about a Prime. One that has moved is met under both of its names. */
export function isAbout({ primes }: Pick<PolicyRule, 'primes'>, names: readonly string[]): boolean {
  return primes.some((pattern) => names.some((name) => matches(pattern, name)));
}

function matches(pattern: string, name: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
