// Rules as JSON: the form in which the store keeps them.
import { type Parsed, toCanonicalJson } from '@prime-registry/protocol';
import { findRuleProblems } from './check-rule.ts';
import { checkRuleForm } from './check-rule-form.ts';
import type { TrustRule } from './trust-rule.ts';

/** The canonical text of a rule (RFC 8785): one rule has exactly one text. */
export function formatTrustRule(rule: TrustRule): string {
  return toCanonicalJson(rule);
}

/** Reads a rule from a JSON value. A rejection names the first field that is wrong. */
export function parseTrustRule(input: unknown): Parsed<TrustRule> {
  const { rule, problems } = checkRuleForm(input);
  const [problem] = rule === undefined ? problems : findRuleProblems(rule);
  if (rule !== undefined && problem === undefined) return { ok: true, value: rule };
  return {
    ok: false,
    message: problem === undefined ? 'a rule is an object' : `${problem.field}: ${problem.message}`,
  };
}
