// Rules as JSON: the form in which the store keeps them.
import { type Parsed, toCanonicalJson } from '@prime-registry/protocol';
import type { TrustRule } from './trust-rule.ts';

/** The canonical text of a rule (RFC 8785): one rule has exactly one text. */
export function formatTrustRule(rule: TrustRule): string {
  return toCanonicalJson(rule);
}

/** Reads a rule from a JSON value. A rejection names the field that is wrong. */
export function parseTrustRule(input: unknown): Parsed<TrustRule> {
  if (typeof input !== 'object' || input === null) return { ok: false, message: 'a rule is not an object' };
  return { ok: true, value: input as TrustRule };
}
