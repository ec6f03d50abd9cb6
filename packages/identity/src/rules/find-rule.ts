// Finds the rule that allows an identity, and says of each other one what was missing.
import type { Assertion } from '../assertion/verify-assertion.ts';
import { describeCondition, isMet, textOfClaim } from './match-condition.ts';
import type { TrustRule } from './trust-rule.ts';

/** Why a rule does not allow an identity. */
export interface RuleRefusal {
  readonly rule: string;
  readonly claim: string;
  /** What the rule wants of the claim, for people. */
  readonly wants: string;
  /** The text of the claim; undefined if it has none. */
  readonly has: string | undefined;
}

/** The rule that allows an identity, or why none does. */
export type FoundRule =
  | {
      readonly rule: TrustRule;
      /** Conditions that this first use adds to the rule. They have to be stored before a token is given out. */
      readonly pins: Readonly<Record<string, string>>;
    }
  | { readonly refusals: readonly RuleRefusal[] };

/** The first of the rules that allows an identity. Rules of other issuers are as if they did not exist. */
export function findRule(rules: readonly TrustRule[], assertion: Assertion): FoundRule {
  const refusals: RuleRefusal[] = [];
  for (const rule of rules.filter(({ issuer }) => issuer === assertion.issuer)) {
    const own = listRefusals(rule, assertion);
    if (own.length === 0) return { rule, pins: {} };
    refusals.push(...own);
  }
  return { refusals };
}

function listRefusals(rule: TrustRule, { claims }: Assertion): RuleRefusal[] {
  return Object.entries(rule.conditions).flatMap(([claim, condition]) => {
    const has = textOfClaim(claims, claim);
    if (has !== undefined && isMet(condition, has)) return [];
    return [{ rule: rule.name, claim, wants: describeCondition(condition), has }];
  });
}
