// The package's entry point, for programs that run the suite.
export type { Check } from './check.ts';
export { ALL_CHECKS } from './checks/index.ts';
export { jsonReport } from './report/json.ts';
export { junitReport } from './report/junit.ts';
export { plainReport } from './report/plain.ts';
export type { CheckResult, Feature, Group, Level, Status } from './result.ts';
export { type RunReport, runConformance } from './run.ts';
export { type ConformanceOptions, type FeatureMode, UsageError } from './session/settings.ts';
export type { Conclusion, Tally, Verdict } from './verdict.ts';
