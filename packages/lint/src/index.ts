// The package's entry point: the rules, the score, and reports. Nothing here does I/O.
export { ASSESSMENT_FORMAT, type AtomAssessment, assessAtoms, parseAssessment } from './assessment.ts';
export { compareFindings, type Finding, FindingList, MAX_FINDINGS } from './finding.ts';
export { type LintSubject, lintPrime } from './lint-prime.ts';
export { type LintSettings, readLintSettings } from './lint-settings.ts';
export { locateEdge } from './locate-edge.ts';
export { formatWorkflowCommand, toGitHub, toGitLab } from './report/forges.ts';
export type { ToPath } from './report/place.ts';
export { toSarif } from './report/sarif.ts';
export { isRuleCode, RULE_CODES, RULES, type Rule, type RuleCode, type Severity } from './rule-table.ts';
export { lintEdges } from './rules/lint-edges.ts';
export type { PrimeFacts } from './rules/lint-manifest.ts';
export { lintRegistry, listLookups } from './rules/lint-registry.ts';
export { TOKEN_BUDGETS } from './rules/lint-texts.ts';
export type { Copy, Holder, RegistryKnowledge } from './rules/registry-knowledge.ts';
export { type Score, type ScorePart, type ScoreReason, scoreVersion } from './score.ts';
export { findLicenseProblem } from './spdx.ts';
