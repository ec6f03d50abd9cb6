// The table for people: one row for each attack, printed when the attack has ended.
import { type AttackResult, listErrors, listRefusals } from './judge.ts';

const COLUMNS = [
  ['attack', 27],
  ['p50', 8],
  ['p99', 8],
  ['max', 8],
  ['publish', 8],
  ['errors', 7],
  ['refused', 8],
  ['RSS', 9],
  ['loop', 8],
  ['turn', 8],
] as const;

const SHOWN_INPUTS = 10;

/** The head of the table. */
export function printHead(): string {
  return `${COLUMNS.map(([name, width], at) => (at === 0 ? name.padEnd(width) : name.padStart(width))).join('')}  verdict`;
}

/** The row of a result. */
export function printRow(result: AttackResult, failures: readonly string[]): string {
  const { attack, others, peaks } = result;
  const ms = (value: number | undefined): string =>
    value === undefined ? '?' : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  const values = [
    attack,
    ...[others.reads.p50, others.reads.p99, others.reads.max, others.publishes.p50].map(ms),
    String(sum(listErrors(others))),
    String(sum(listRefusals(others))),
    `${Math.round(peaks.rssBytes / 2 ** 20)} MiB`,
    ms(peaks.loopDelayMs),
    ms(peaks.longestTurnMs),
  ];
  const cells = COLUMNS.map(([, width], at) =>
    at === 0 ? (values[at] ?? '').padEnd(width) : (values[at] ?? '').padStart(width),
  );
  return `${cells.join('')}  ${failures.length === 0 ? 'held' : `FAILED: ${failures.join('; ')}`}`;
}

/** The inputs with the longest turns, in one line; undefined if the attack has none. */
export function printInputs({ inputs }: AttackResult): string | undefined {
  const sorted = Object.entries(inputs).toSorted(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, SHOWN_INPUTS).map(([input, ms]) => `${input} ${Math.round(ms)} ms`);
  return shown.length === 0 ? undefined : `  longest turns of ${sorted.length} inputs: ${shown.join(', ')}`;
}

/** The answers that the attacker got, in one line. */
export function printAnswers({ answers }: AttackResult): string {
  const counts = Object.entries(answers).map(([outcome, count]) => `${outcome} ×${count}`);
  return `  the attacker got: ${counts.length === 0 ? 'nothing' : counts.join(', ')}`;
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
