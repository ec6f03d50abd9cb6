// Judges search times by the goals.
import type { Verdict } from '../compare/verdicts.ts';
import { spreadOf } from '../report/spread.ts';
import { SEARCHED_PRIMES } from './measure-search.ts';
import type { KindTimes } from './times.ts';

/** Correcting a word takes more than a search. */
const GOALS = [
  { of: 'all but misspelt words', metric: 'p50Ms', title: 'p50', atMost: 4 },
  { of: 'misspelt words', metric: 'p50Ms', title: 'p50', atMost: 8 },
  { of: 'all', metric: 'p99Ms', title: 'p99', atMost: 20 },
] as const;

/** Judges all kinds of queries, by the worst of them. */
export function judgeSearch(times: readonly KindTimes[]): Verdict[] {
  const judged = {
    all: times,
    'misspelt words': times.filter(({ isMisspelt }) => isMisspelt),
    'all but misspelt words': times.filter(({ isMisspelt }) => !isMisspelt),
  };
  return GOALS.map(({ of, metric, title, atMost }) => {
    const measured = spreadOf(judged[of].map((kind) => kind[metric]));
    return {
      title: `Search in ${SEARCHED_PRIMES.toLocaleString('en-US')} Primes, ${of}`,
      goal: `${title}, ms: at most ${atMost}, for each kind of query`,
      measured,
      isMet: measured.max <= atMost,
    };
  });
}
