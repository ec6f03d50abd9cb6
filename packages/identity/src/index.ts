// The public interface of the package.
export { AssertionError, type AssertionErrorCode } from './assertion/assertion-error.ts';
export { LEEWAY_MS } from './assertion/check-claims.ts';
export { type Inspection, inspectAssertion } from './assertion/inspect-assertion.ts';
export { ALGORITHMS, MAX_ASSERTION_BYTES } from './assertion/read-assertion.ts';
export {
  type Assertion,
  type FindKey,
  type VerifyOptions,
  verifyAssertion,
} from './assertion/verify-assertion.ts';
export { type DraftedRule, draftTrustRule } from './drafts/draft-trust-rule.ts';
export { type KeySet, parseKeySet } from './keys/key-set.ts';
export type { Preset } from './presets/preset.ts';
export { PRESETS, type PresetName } from './presets/preset-name.ts';
export { describeIdentity, presetOf } from './presets/presets.ts';
export {
  describeCondition,
  explainRule,
  type RuleExplanation,
  type RuleRefusal,
} from './rules/explain-rule.ts';
export { applyPins, type FoundRule, findRule, maxAgeMsOf } from './rules/find-rule.ts';
export { findIssuerFormProblem } from './rules/issuer-form.ts';
export { formatTrustRule, parseTrustRule } from './rules/parse-trust-rule.ts';
export { toProvenance } from './rules/to-provenance.ts';
export type { ClaimCondition, TrustRule } from './rules/trust-rule.ts';
