// The maximum age of a token at its use.
import { presetOf } from '../presets/presets.ts';
import type { TrustRule } from './trust-rule.ts';

/**
 * How long ago a token of an issuer may have been issued, in milliseconds: what the most patient preset of its rules allows.
 * @param rules - those of the issuer
 */
export function maxAgeMsOf(rules: readonly TrustRule[]): number {
  return Math.max(0, ...rules.map(({ preset }) => presetOf(preset).maxAgeMs));
}
