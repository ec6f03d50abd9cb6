// Judges the starts by their goals.
import type { Verdict } from '../compare/verdicts.ts';
import { type Spread, spreadOf } from '../report/spread.ts';
import {
  type IdleMemory,
  type MeasuredStarts,
  moreThanNode,
  SERVER_STARTS,
  STARTS,
  type StartTimes,
  timesThatOfClone,
} from './start-times.ts';

const SERVER_MS = 450;
const COMMAND_MS = 250;
const HELP_MS = 60;
const MCP_MS = 150;
const IDLE_MIB = 80;

/** Judges each goal by the median: packages and clone by times, packages also by the clone. */
export function judgeStarts(measured: MeasuredStarts): Verdict[] {
  const judged = measured.times.filter(
    ({ installation, start }) => installation !== 'programs' && start !== 'first',
  );
  return [
    ...judged.flatMap((times) =>
      limitsOf(measured, times).map((limit) => toVerdict(`${titleOf(times)}: ${STARTS[times.start]}`, limit)),
    ),
    ...measured.memory
      .filter(({ installation }) => installation !== 'programs')
      .map((memory) => toVerdict(`${titleOf(memory)}: idle memory`, memoryLimit(memory))),
  ];
}

interface Limit {
  readonly goal: string;
  readonly spread: Spread;
  readonly atMost: number;
}

function limitsOf(measured: MeasuredStarts, times: StartTimes): Limit[] {
  const limits = [withinMs(times, SERVER_STARTS.includes(times.start) ? SERVER_MS : COMMAND_MS)];
  if (times.installation === 'clone') return limits;
  if (times.start === 'mcp') limits.push(withinMs(times, MCP_MS));
  if (times.start === 'help') {
    const goal = `at most ${HELP_MS} ms more than \`node -e 0\``;
    limits.push({ goal, spread: moreThanNode(measured, times), atMost: HELP_MS });
  }
  const goal = 'at most 1 × that of the clone';
  return [...limits, { goal, spread: timesThatOfClone(measured, times), atMost: 1 }];
}

function withinMs({ runs }: StartTimes, atMost: number): Limit {
  return { goal: `at most ${atMost} ms`, spread: spreadOf(runs), atMost };
}

function memoryLimit({ runs }: IdleMemory): Limit {
  return { goal: `at most ${IDLE_MIB} MiB`, spread: spreadOf(runs), atMost: IDLE_MIB };
}

function toVerdict(title: string, { goal, spread, atMost }: Limit): Verdict {
  return { title, goal, measured: spread, isMet: spread.median <= atMost };
}

function titleOf({ installation }: Pick<StartTimes, 'installation'>): string {
  return installation === 'clone' ? 'Clone' : 'Packages';
}
