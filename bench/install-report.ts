// What the benchmark of installations found, for people.
import type { InstallWork } from './installer.ts';
import { type Circumstances, formatCircumstances } from './machine.ts';
import { markdownTable } from './markdown-table.ts';
import type { InstallTimes } from './measure-installs.ts';
import type { StartTimes } from './measure-start.ts';
import { formatSpread, type Spread } from './spread.ts';

/** What was found; `--json` writes it as it is. */
export interface InstallReport {
  readonly circumstances: Circumstances;
  readonly packages: number;
  readonly rounds: number;
  readonly installs: readonly InstallTimes[];
  readonly start?: StartTimes;
}

const TITLES: Readonly<Record<InstallWork, string>> = {
  cold: 'Cold: no cache, no lock file',
  cached: 'Cache and lock file, no tree, registry down',
  unchanged: 'Nothing to do, registry down',
};

/** The report as Markdown. */
export function formatInstallReport(report: InstallReport): string {
  const { circumstances, packages, rounds, installs, start } = report;
  const rows = installs.map(({ work, times: { prime, npm } }) => [
    TITLES[work],
    formatTimes(prime),
    formatTimes(npm),
    prime === undefined || npm === undefined ? 'not measured' : `${(npm.median / prime.median).toFixed(1)}×`,
  ]);
  return [
    `${packages} packages, ${rounds} rounds, min–median–max in ms. ${formatCircumstances(circumstances)}\n`,
    markdownTable(['Install', 'prime', 'npm', 'npm ÷ prime, medians'], rows),
    ...(start === undefined ? [] : [formatStart(start)]),
  ].join('\n');
}

function formatStart({ rounds, prime, node, differenceMs }: StartTimes): string {
  const head = ['Start', 'prime --help', 'node -e 0', 'Difference of medians'];
  const row = [`${rounds} rounds`, formatSpread(prime), formatSpread(node), `${Math.round(differenceMs)} ms`];
  return markdownTable(head, [row]);
}

function formatTimes(spread: Spread | undefined): string {
  return spread === undefined ? 'not measured' : formatSpread(spread);
}
