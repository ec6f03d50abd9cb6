// Results and reports for tests.
import type { CheckResult } from '../../src/result.ts';
import type { RunReport } from '../../src/run.ts';
import { judge } from '../../src/verdict.ts';

/** A result of a required check that passed, with changes. */
export function resultWith(changes: Partial<CheckResult> = {}): CheckResult {
  const rule = { id: 'publish.created', section: '4.1', title: 'A publish answers 201' } as const;
  return { ...rule, group: 'publish', level: 'required', status: 'Pass', durationMs: 12, ...changes };
}

/** A report with these results. */
export function reportOf(results: readonly CheckResult[], { strict = false, filter = '' } = {}): RunReport {
  return {
    suiteVersion: '1.2.3',
    baseUrl: 'http://registry.test/',
    startedAt: '2026-01-31T12:00:00.123Z',
    durationMs: 34,
    ...{ strict, filter, results },
    verdict: judge(results, { strict, filter }),
  };
}
