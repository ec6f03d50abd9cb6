#!/usr/bin/env node
// `npm run fuzz`: searches for inputs that break the registry. Exit code 0 if there are none, 1 if there are,
// 3 for a wrong command line.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure, TargetReport } from './fuzz-target.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { TARGETS } from './targets/index.ts';
import { runWatched } from './watch/run-watched.ts';

process.exitCode = await main();

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
  return run(options);
}

async function run({ inputs, seed, target, folder, isJson }: Options): Promise<number> {
  console.error(`fuzz: seed ${seed}`);
  const reports: TargetReport[] = [];
  const orders = shareOut(inputs, target).map(([name, count]) => ({ target: name, seed, inputs: count }));
  for await (const report of runWatched(orders)) {
    const count = orders[reports.length]?.inputs ?? 0;
    reports.push(report);
    console.error(describeReport(report));
    for (const failure of report.failures) console.error(describeFailure(failure, folder, seed, count));
  }
  const total = reports.reduce((sum, report) => sum + report.inputs, 0);
  const failures = reports.flatMap((report) => report.failures);
  const summary = `fuzz: ${total} inputs, ${failures.length} failures, seed ${seed}`;
  console.log(isJson ? JSON.stringify({ seed, inputs: total, targets: reports }) : summary);
  return failures.length === 0 ? 0 : 1;
}

/** The number of inputs for each target, at least one. */
function shareOut(inputs: number, only: string | undefined): [target: string, count: number][] {
  if (only !== undefined) return [[only, inputs]];
  const weights = TARGETS.reduce((sum, { weight }) => sum + weight, 0);
  return TARGETS.map(({ name, weight }) => [name, Math.ceil((inputs * weight) / weights)]);
}

function describeReport({ target, inputs, seconds, outcomes, slowestMs }: TargetReport): string {
  const rate = Math.round(inputs / seconds);
  return `  ${target.padEnd(10)} ${inputs} inputs, ${rate} a second, ${outcomes} outcomes, slowest ${Math.round(slowestMs)} ms`;
}

/** Writes the input to a file. @returns its path and how to repeat the failure */
function describeFailure(
  { target, what, input }: Failure,
  folder: string,
  seed: string,
  count: number,
): string {
  const place = join(folder, target);
  mkdirSync(place, { recursive: true });
  const path = join(place, createHash('sha256').update(input).digest('hex').slice(0, 16));
  writeFileSync(path, input);
  return [
    `FAILURE of ${target}: ${what}`,
    `  ${input.length} bytes, in ${path}: ${JSON.stringify(input.toString('latin1').slice(0, 200))}`,
    `  to repeat: npm run fuzz -- --target ${target} --inputs ${count} --seed ${seed}`,
    `  after the fix, move the file to testing/fuzz/corpus/${target}`,
  ].join('\n');
}
