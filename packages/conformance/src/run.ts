// Runs the selected checks in order, reports each result, and reaches a verdict.
import { type Check, type CheckContext, groupOf, type Scenes } from './check.ts';
import { ALL_CHECKS } from './checks/index.ts';
import { findSkipReason } from './features.ts';
import { Blocked, Failure, Unmet } from './outcome.ts';
import { reportedText } from './report/reported-text.ts';
import { type CheckResult, type Feature, findFeature } from './result.ts';
import { Life } from './session/life.ts';
import { Logbook } from './session/logbook.ts';
import { Session } from './session/session.ts';
import { type ConformanceOptions, readSettings, UsageError } from './session/settings.ts';
import { Stage } from './session/stage.ts';
import { SUITE_VERSION } from './suite-version.ts';
import { judge, type Verdict } from './verdict.ts';

export interface RunReport {
  readonly suiteVersion: string;
  readonly baseUrl: string;
  /** When the run began, ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Whether recommended checks count. */
  readonly strict: boolean;
  /** The text that selected checks by id; empty if all were selected. */
  readonly filter: string;
  readonly results: readonly CheckResult[];
  readonly verdict: Verdict;
}

type Outcome = Pick<CheckResult, 'status' | 'message' | 'expected' | 'got' | 'request'>;

/**
 * Runs the suite against a registry. Faults of the registry are in the report and never thrown.
 * @throws {UsageError} if the options are invalid or the filter selects nothing
 */
export async function runConformance(options: ConformanceOptions): Promise<RunReport> {
  const settings = readSettings(options);
  const checks = ALL_CHECKS.filter(({ id }) => id.includes(settings.filter));
  if (checks.length === 0)
    throw new UsageError(`No check has ${JSON.stringify(settings.filter)} in its id: see --list`);

  const session = new Session(settings);
  const stage = new Stage(session);
  const scenes = { stage, life: new Life(session, stage), logbook: new Logbook(session) };
  const startedAt = new Date();
  const results: CheckResult[] = [];
  for (const check of checks) {
    const result = await carryOut(check, session, scenes);
    results.push(result);
    options.onResult?.(result);
  }
  return {
    suiteVersion: SUITE_VERSION,
    baseUrl: settings.baseUrl.href,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    strict: settings.strict,
    filter: settings.filter,
    results,
    verdict: judge(results, settings),
  };
}

async function carryOut(check: Check, session: Session, scenes: Scenes): Promise<CheckResult> {
  const show = reportedText(session.settings.token);
  const startedAtMs = performance.now();
  const feature = findFeature(groupOf(check));
  const outcome = await outcomeOf(check, feature, session, scenes);
  const { id, section, title, level } = check;
  return {
    ...{ id, section, title, group: groupOf(check), level, status: outcome.status },
    durationMs: Math.round(performance.now() - startedAtMs),
    ...(outcome.message !== undefined && { message: show(outcome.message) }),
    ...(outcome.expected !== undefined && { expected: show(outcome.expected) }),
    ...(outcome.got !== undefined && { got: show(outcome.got) }),
    ...(outcome.request !== undefined && { request: show(outcome.request) }),
  };
}

async function outcomeOf(
  check: Check,
  feature: Feature | undefined,
  session: Session,
  scenes: Scenes,
): Promise<Outcome> {
  const skipReason = feature && (await findSkipReason(feature, session.settings, scenes));
  if (skipReason !== undefined) return { status: 'Skip', message: skipReason };
  const remarks: string[] = [];
  const remark: CheckContext['remark'] = (text) => {
    if (text !== undefined) remarks.push(text);
  };
  try {
    await check.run({ session, ...scenes, remark });
    return { status: 'Pass', ...(remarks.length > 0 && { message: remarks.join('; ') }) };
  } catch (error) {
    return outcomeOfError(error);
  }
}

function outcomeOfError(error: unknown): Outcome {
  if (error instanceof Unmet) return { status: 'Skip', message: error.message };
  const request = error instanceof Failure || error instanceof Blocked ? error.request : undefined;
  const at = request === undefined ? {} : { request };
  if (error instanceof Failure) return { status: 'Fail', expected: error.expected, got: error.got, ...at };
  return { status: 'Error', message: error instanceof Error ? error.message : String(error), ...at };
}
