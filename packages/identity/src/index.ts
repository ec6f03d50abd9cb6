// The public interface of the package.
export { AssertionError, type AssertionErrorCode } from './assertion/assertion-error.ts';
export { ALGORITHMS, MAX_ASSERTION_BYTES } from './assertion/read-assertion.ts';
export {
  type Assertion,
  type FindKey,
  type VerifyOptions,
  verifyAssertion,
} from './assertion/verify-assertion.ts';
export { type KeySet, parseKeySet } from './keys/key-set.ts';
export { describeIdentity } from './presets/describe-identity.ts';
export { PRESETS, type PresetName } from './presets/presets.ts';
export { type FoundRule, findRule, type RuleRefusal } from './rules/find-rule.ts';
export { maxAgeMsOf } from './rules/max-age.ts';
export { formatTrustRule, parseTrustRule } from './rules/parse-trust-rule.ts';
export { toProvenance } from './rules/to-provenance.ts';
export type { ClaimCondition, TrustRule } from './rules/trust-rule.ts';
