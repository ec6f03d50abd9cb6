// What people read at the end, and what could not be run, which nobody may overlook.
import type { CampaignReport } from './campaign.ts';
import type { Need } from './faults/fault.ts';
import { FAULTS } from './faults/index.ts';
import type { MirrorReport } from './mirror/mirror-campaign.ts';
import type { Violation } from './world.ts';

/** A kind of fault that was left out, and why. */
export interface NotRun {
  readonly fault: string;
  readonly reason: string;
}

/** Which kinds of fault never came up, and why. */
export function findNotRun({ faults, rounds }: CampaignReport, mountRefusal: string | undefined): NotRun[] {
  return FAULTS.filter(({ name }) => faults[name] === undefined).map(({ name, needs }) => ({
    fault: name,
    reason: explain(needs, rounds, mountRefusal),
  }));
}

const REASONS: Readonly<Record<Need, string>> = {
  folder: 'it needs tarballs on a disk, and enough rounds',
  mounts: 'it needs tarballs on a disk, and enough rounds',
  workers: 'it needs --workers 2, and enough rounds',
  replicas: 'it needs --replicas 2, and enough rounds',
  database: 'it needs --postgres, and enough rounds',
  buckets: 'it needs --s3, and enough rounds',
};

function explain(needs: Need | undefined, rounds: number, mountRefusal: string | undefined): string {
  if (needs === 'mounts' && mountRefusal !== undefined)
    return `this machine lets nobody mount: ${mountRefusal}`;
  return needs === undefined ? `${rounds} rounds are too few for every kind` : REASONS[needs];
}

/** The report on mirrors as text. */
export function printMirrorReport(report: MirrorReport, seconds: number): string {
  const { seed, rounds, requests, versions, readsAlone, installsAlone, violations } = report;
  return [
    `chaos: ${rounds} rounds of mirrors in ${Math.round(seconds)} s, seed ${seed}`,
    `  faults       ${printFaults(report.faults)}`,
    `  load         ${requests} requests, ${versions} versions published`,
    `  alone        ${readsAlone} reads and ${installsAlone} installs with everything behind the mirrors dead`,
    ...printViolations(violations),
  ].join('\n');
}

/** The report as text. */
export function printReport(report: CampaignReport, notRun: readonly NotRun[], seconds: number): string {
  const { seed, rounds, faults, requests, versions, yanks, starts, violations } = report;
  return [
    `chaos: ${rounds} rounds in ${Math.round(seconds)} s, seed ${seed}`,
    `  faults       ${printFaults(faults)}`,
    `  load         ${requests} requests, ${versions} versions published, ${yanks} of them yanked, ${starts} starts`,
    ...notRun.map(({ fault, reason }) => `  NOT RUN      ${fault}: ${reason}`),
    ...printViolations(violations),
  ].join('\n');
}

function printFaults(faults: Readonly<Record<string, number>>): string {
  const kinds = Object.entries(faults).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return kinds.map(([name, count]) => `${name} ${count}`).join(', ');
}

function printViolations(violations: readonly Violation[]): string[] {
  return [
    `  violations   ${violations.length}`,
    ...violations.map(({ round, fault, what }) => `    round ${round} (${fault}): ${what}`),
    '',
  ];
}
