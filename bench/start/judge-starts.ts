// Judges the starts of the packages by their goals.
import type { Verdict } from '../compare/verdicts.ts';
import { type Spread, spreadOf } from '../report/spread.ts';
import {
  type MeasuredStarts,
  moreThanNode,
  STARTS,
  type StartTimes,
  timesThatOfClone,
} from './start-times.ts';

const SERVER_MS = 600;
const HELP_MS = 60;
const MCP_MS = 150;

/** Judges each goal by the median. */
export function judgeStarts(measured: MeasuredStarts): Verdict[] {
  return measured.times
    .filter(({ installation }) => installation === 'packages')
    .flatMap((times) => {
      const title = `Packages: ${STARTS[times.start]}`;
      return [...limitsOf(measured, times), noSlowerThanClone(measured, times)].map(
        ({ goal, spread, atMost }) => ({ title, goal, measured: spread, isMet: spread.median <= atMost }),
      );
    });
}

interface Limit {
  readonly goal: string;
  readonly spread: Spread;
  readonly atMost: number;
}

function limitsOf(measured: MeasuredStarts, times: StartTimes): Limit[] {
  if (times.start === 'server')
    return [{ goal: `at most ${SERVER_MS} ms`, spread: spreadOf(times.runs), atMost: SERVER_MS }];
  if (times.start === 'mcp')
    return [{ goal: `at most ${MCP_MS} ms`, spread: spreadOf(times.runs), atMost: MCP_MS }];
  if (times.start === 'help') {
    const goal = `at most ${HELP_MS} ms more than \`node -e 0\``;
    return [{ goal, spread: moreThanNode(measured, times), atMost: HELP_MS }];
  }
  return [];
}

function noSlowerThanClone(measured: MeasuredStarts, times: StartTimes): Limit {
  return { goal: 'at most 1 × that of the clone', spread: timesThatOfClone(measured, times), atMost: 1 };
}
