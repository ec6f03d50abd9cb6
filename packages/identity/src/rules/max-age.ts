// How long ago a token may have been issued.
import type { TrustRule } from './trust-rule.ts';

/** How long ago a token of an issuer may have been issued, in milliseconds, by the rules of that issuer. */
export function maxAgeMsOf(_rules: readonly TrustRule[]): number {
  return 15 * 60_000;
}
