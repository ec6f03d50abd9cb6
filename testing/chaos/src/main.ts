#!/usr/bin/env node
// `npm run chaos`: injects faults into a real registry and checks its promises. Exit code 0 if all were kept,
// 1 if not, 3 for a wrong command line.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCampaign } from './campaign.ts';
import { runMirrorCampaign } from './mirror/mirror-campaign.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { canMount, mountRefusal, runAgainWithMounts } from './registry/mount-namespace.ts';
import { findNotRun, printMirrorReport, printReport } from './report.ts';

process.exitCode = await main();
// Lingering connections must not keep the process alive.
process.exit();

async function main(): Promise<number> {
  let options: Options | undefined;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return 3;
  }
  if (options === undefined) {
    console.log(USAGE);
    return 0;
  }
  return options.isMirror ? runMirror(options) : ((await runAgainWithMounts()) ?? run(options));
}

async function run({ isJson, hasPostgres, hasS3, ...options }: Options): Promise<number> {
  // Ends with the process that started it.
  process.once('disconnect', () => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const startMs = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'prime-chaos-'));
  console.error(
    `chaos: seed ${options.seed}${canMount ? '' : `; WITHOUT full and read-only disks: ${mountRefusal}`}`,
  );
  // Their drivers take longest to load.
  const services = {
    database: hasPostgres
      ? await (await import('./registry/live-database.ts')).LiveDatabase.start()
      : undefined,
    buckets: hasS3 ? await (await import('./registry/live-bucket.ts')).LiveBuckets.start() : undefined,
  };
  const report = await runCampaign({
    ...options,
    services,
    canMount,
    folder,
    onRound: (round, fault) => {
      if (round % 25 === 0) console.error(`chaos: round ${round} of ${options.rounds} (${fault})`);
    },
    onViolation: ({ round, fault, what }) => console.error(`VIOLATION in round ${round} (${fault}): ${what}`),
  });
  await services.database?.remove();
  await services.buckets?.remove();
  const notRun = findNotRun(report, canMount ? undefined : mountRefusal);
  const seconds = (performance.now() - startMs) / 1000;
  console.log(isJson ? JSON.stringify({ ...report, notRun, seconds }) : printReport(report, notRun, seconds));
  if (report.violations.length === 0) {
    rmSync(folder, { recursive: true, force: true });
    return 0;
  }
  console.error(
    `The logs are in ${folder}. To repeat it: npm run chaos -- --rounds ${options.rounds} --seed ${options.seed}`,
  );
  return 1;
}

async function runMirror({ rounds, seed, workers = 1, evicts, faults, isJson }: Options): Promise<number> {
  process.once('disconnect', () => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const startMs = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'prime-chaos-'));
  console.error(`chaos: mirrors, seed ${seed}`);
  const report = await runMirrorCampaign({
    ...{ rounds, seed, workers, evicts, faults, folder },
    onRound: (round, fault) => {
      if (round % 25 === 0) console.error(`chaos: round ${round} of ${rounds} (${fault})`);
    },
    onViolation: ({ round, fault, what }) => console.error(`VIOLATION in round ${round} (${fault}): ${what}`),
  });
  const seconds = (performance.now() - startMs) / 1000;
  console.log(isJson ? JSON.stringify({ ...report, seconds }) : printMirrorReport(report, seconds));
  rmSync(folder, { recursive: true, force: true });
  return report.violations.length === 0 ? 0 : 1;
}
