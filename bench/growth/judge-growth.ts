// Judges the growth benchmark by its goals.
import type { Verdict } from '../compare/verdicts.ts';
import { type Spread, spreadOf } from '../report/spread.ts';
import type { Growth } from './measure-growth.ts';
import { GROWTH_METRICS, type GrowthFormat } from './metrics.ts';
import { LARGE, SMALL } from './sizes.ts';

/** A figure of both registries. */
export interface GrownFigure extends GrowthFormat {
  readonly small: Spread;
  readonly large: Spread;
  /** How many times worse the large one is, by round. */
  readonly times: Spread;
}

/** Summarises the rounds. */
export function summarizeGrowth({ small, large }: Growth): GrownFigure[] {
  return GROWTH_METRICS.map((format) => {
    const { metric, better } = format;
    const times = large.map((round, index) => {
      const before = small[index]?.[metric] ?? Number.NaN;
      return better === 'lower' ? round[metric] / before : before / round[metric];
    });
    const spread = (rounds: typeof small): Spread => spreadOf(rounds.map((round) => round[metric]));
    return { ...format, small: spread(small), large: spread(large), times: spreadOf(times) };
  });
}

/** Judges each figure by its median. */
export function judgeGrowth(figures: readonly GrownFigure[]): Verdict[] {
  return figures.map(({ title, goal, large, times }) => {
    const heading = `With ${LARGE.title}: ${title}`;
    if ('atMost' in goal) {
      return {
        title: heading,
        goal: `at most ${goal.atMost.toLocaleString('en-US')}`,
        measured: large,
        isMet: large.median <= goal.atMost,
      };
    }
    return {
      title: heading,
      goal: `at most ${goal.atMostTimes} × as bad as with ${SMALL.title}`,
      measured: times,
      isMet: times.median <= goal.atMostTimes,
    };
  });
}
