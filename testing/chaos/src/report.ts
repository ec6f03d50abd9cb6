// The report for people, with the faults that could not be run, so that they are not overlooked.
import type { CampaignReport } from './campaign.ts';
import type { Need } from './faults/fault.ts';
import { FAULTS } from './faults/index.ts';
import type { MirrorReport } from './mirror/mirror-campaign.ts';
import type { Violation } from './world.ts';

/** A fault that was not run, and why. */
export interface NotRun {
  readonly fault: string;
  readonly reason: string;
}

/** The faults that were never run, and why. */
export function findNotRun({ faults, rounds }: CampaignReport, mountRefusal: string | undefined): NotRun[] {
  return FAULTS.filter(({ name }) => faults[name] === undefined).map(({ name, needs }) => ({
    fault: name,
    reason: explain(needs, rounds, mountRefusal),
  }));
}

const REASONS: Readonly<Record<Need, string>> = {
  folder: 'needs tarballs on a disk, and enough rounds',
  mounts: 'needs tarballs on a disk, and enough rounds',
  workers: 'needs --workers 2, and enough rounds',
  replicas: 'needs --replicas 2, and enough rounds',
  database: 'needs --postgres, and enough rounds',
  buckets: 'needs --s3, and enough rounds',
  backup: 'needs --standby without --postgres, and enough rounds',
  idle: 'needs --standby with --postgres, and enough rounds',
};

function explain(needs: Need | undefined, rounds: number, mountRefusal: string | undefined): string {
  if (needs === 'mounts' && mountRefusal !== undefined)
    return `this machine does not allow mounts: ${mountRefusal}`;
  return needs === undefined ? `${rounds} rounds are too few for all faults` : REASONS[needs];
}

/** The text report of a campaign with mirrors. */
export function printMirrorReport(report: MirrorReport, seconds: number): string {
  const { seed, rounds, requests, versions, readsAlone, installsAlone, violations } = report;
  return [
    `chaos: ${rounds} rounds of mirrors in ${Math.round(seconds)} s, seed ${seed}`,
    `  faults       ${printFaults(report.faults)}`,
    `  load         ${requests} requests, ${versions} versions published`,
    `  alone        ${readsAlone} reads and ${installsAlone} installs with all links dead`,
    ...(report.evicted === 0
      ? []
      : [
          `  evictions    ${report.evicted} versions by command, ${report.cameBack} of them read again, ${report.evictionsKilled} evictions killed`,
        ]),
    ...printViolations(violations),
  ].join('\n');
}

/** The text report of a campaign. */
export function printReport(report: CampaignReport, notRun: readonly NotRun[], seconds: number): string {
  const { seed, rounds, faults, requests, versions, yanks, removals, changes, starts, violations } = report;
  return [
    `chaos: ${rounds} rounds in ${Math.round(seconds)} s, seed ${seed}`,
    `  faults       ${printFaults(faults)}`,
    `  load         ${requests} requests, ${versions} versions published, ${yanks} of them yanked, ${starts} starts`,
    `  log          ${report.heads} heads seen, ${report.proofs} receipts with proofs, ${report.unproved} without for a fault`,
    `  lifecycle    ${removals} versions removed, ${changes} changes of yanks, channels and deprecations`,
    ...(report.refusals === 0
      ? []
      : [`  restores     ${report.refusals} publishes of lost versions refused`]),
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
