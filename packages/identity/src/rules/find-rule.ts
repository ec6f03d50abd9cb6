// Finds the rule that allows an identity.
import type { Assertion } from '../assertion/verify-assertion.ts';
import { presetOf } from '../presets/presets.ts';
import { explainRule, type RuleRefusal } from './explain-rule.ts';
import type { TrustRule } from './trust-rule.ts';

/** The rule that allows an identity, or why none does. */
export type FoundRule =
  | {
      readonly rule: TrustRule;
      /**
       * Conditions that this first use adds to the rule; empty for most. Before a token is given out, they must be stored, and
       * the rule found again: another use may have been faster.
       */
      readonly pins: Readonly<Record<string, string>>;
    }
  | {
      /** Only of rules that mean this identity, by an id: nobody else may read them. */
      readonly refusals: readonly RuleRefusal[];
    };

/** The first of the rules that allows an identity. Rules of other issuers are as if they did not exist. */
export function findRule(rules: readonly TrustRule[], assertion: Assertion): FoundRule {
  const refused: RuleRefusal[] = [];
  for (const rule of rules) {
    if (rule.issuer !== assertion.issuer) continue;
    const { refusals, isMeant, pins } = explainRule(rule, assertion);
    if (refusals.length === 0) return { rule, pins };
    if (isMeant) refused.push(...refusals);
  }
  return { refusals: refused };
}

/** A rule with what its first use has pinned. @param pinned - undefined before the first use */
export function applyPins(rule: TrustRule, pinned: Readonly<Record<string, string>> | undefined): TrustRule {
  if (pinned === undefined) return rule;
  return { ...rule, conditions: { ...rule.conditions, ...pinned }, pin: [] };
}

/**
 * How long ago a token of an issuer may have been issued, in milliseconds: what the most patient preset of its rules allows.
 * @param rules - those of the issuer
 */
export function maxAgeMsOf(rules: readonly TrustRule[]): number {
  return Math.max(0, ...rules.map(({ preset }) => presetOf(preset).maxAgeMs));
}
