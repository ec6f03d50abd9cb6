// Judges search times by the goals.
import type { Verdict } from '../compare/verdicts.ts';
import { spreadOf } from '../report/spread.ts';
import { SEARCHED_PRIMES } from './measure-search.ts';
import type { KindTimes } from './times.ts';

const GOALS = { p50Ms: { title: 'p50', atMost: 5 }, p99Ms: { title: 'p99', atMost: 50 } } as const;

/** Judges the common kinds of queries, by the worst of them. */
export function judgeSearch(times: readonly KindTimes[]): Verdict[] {
  const common = times.filter(({ isCommon }) => isCommon);
  return (['p50Ms', 'p99Ms'] as const).map((metric) => {
    const { title, atMost } = GOALS[metric];
    const measured = spreadOf(common.map((kind) => kind[metric]));
    return {
      title: `Search in ${SEARCHED_PRIMES.toLocaleString('en-US')} Primes, common words and prefixes`,
      goal: `${title}, ms: at most ${atMost}, for each kind of query`,
      measured,
      isMet: measured.max <= atMost,
    };
  });
}
