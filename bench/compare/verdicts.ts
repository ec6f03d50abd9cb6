// Judges the results by the goals.
import { PEERS } from '../peers/index.ts';
import type { PeerName } from '../peers/peer.ts';
import { type Spread, spreadOf } from '../report/spread.ts';
import type { Case, Goal, LimitGoal, RatioGoal } from './case.ts';
import { METRICS } from './metrics.ts';
import type { Results } from './results.ts';

/** Memory limit of this registry in all cases. */
const PEAK_LIMIT_MIB = 250;

/** Whether a goal was reached. */
export interface Verdict {
  readonly title: string;
  /** The goal as text. */
  readonly goal: string;
  /** undefined if it was not measured. */
  readonly measured: Spread | undefined;
  /** By the median. undefined if this run cannot judge it. */
  readonly isMet: boolean | undefined;
  /** The reason why it cannot be judged. */
  readonly reason?: string;
}

/** The input of the judgement. */
export interface Circumstance {
  readonly cases: readonly Case[];
  readonly results: Results;
  readonly hasCoresForWorkers: boolean;
}

/** Judges all goals of the cases. */
export function judge(circumstance: Circumstance): Verdict[] {
  const verdicts = circumstance.cases.flatMap((each) =>
    each.goals.map((goal) => judgeGoal(circumstance, each, goal)),
  );
  return [...verdicts, ...judgePeak(circumstance)];
}

function judgeGoal(circumstance: Circumstance, each: Case, goal: Goal): Verdict {
  return 'against' in goal ? judgeRatio(circumstance, each, goal) : judgeLimit(circumstance, each, goal);
}

function judgeRatio(circumstance: Circumstance, { name, title }: Case, goal: RatioGoal): Verdict {
  const { results, hasCoresForWorkers } = circumstance;
  const { metric, against, atLeast, of = 'prime' } = goal;
  const measured = results.findRatio(name, metric, of, against);
  const subject = of === 'prime' ? '' : titleOf(of).slice(titleOf('prime').length);
  const verdict = {
    title: `${title}${subject}`,
    goal: `at least ${atLeast} × ${against === 'prime' ? 'one process on SQLite and a folder' : titleOf(against)}`,
    measured,
  };
  if (measured === undefined) return { ...verdict, isMet: undefined, reason: 'not measured' };
  if (of === 'prime-workers' && !hasCoresForWorkers) {
    return { ...verdict, isMet: undefined, reason: 'needs three cores; both workers shared one' };
  }
  return { ...verdict, isMet: measured.median >= atLeast };
}

function judgeLimit({ results }: Circumstance, { name, title }: Case, goal: LimitGoal): Verdict {
  const { metric, atMost } = goal;
  const measured = results.findSpread(name, 'prime', metric);
  const verdict = { title, goal: `${METRICS[metric].title}: at most ${atMost}`, measured };
  if (measured === undefined) return { ...verdict, isMet: undefined, reason: 'not measured' };
  return { ...verdict, isMet: measured.median <= atMost };
}

/** Judges the case with the most memory, by its worst round. */
function judgePeak({ cases, results }: Circumstance): Verdict[] {
  const peaks = cases.flatMap(({ name, title }) => {
    const spread = results.findSpread(name, 'prime', 'peakMiB');
    return spread === undefined ? [] : [{ title, peakMiB: spread.max }];
  });
  const [worst] = peaks.toSorted((a, b) => b.peakMiB - a.peakMiB);
  if (worst === undefined) return [];
  return [
    {
      title: `Memory under load; most for: ${worst.title}`,
      goal: `${METRICS.peakMiB.title}: at most ${PEAK_LIMIT_MIB}`,
      measured: spreadOf(peaks.map(({ peakMiB }) => peakMiB)),
      isMet: worst.peakMiB <= PEAK_LIMIT_MIB,
    },
  ];
}

function titleOf(peer: PeerName): string {
  return PEERS.find(({ name }) => name === peer)?.title ?? peer;
}
