// `npm run bench`: compares this registry with others, a bare server and nginx, in one run on one machine.
// Prints Markdown.
import { writeFile } from 'node:fs/promises';
import { pinThisProcess, planCores } from '../compare/cores.ts';
import { type CompareFlags, readCompareFlags } from '../compare/flags.ts';
import { runRounds } from '../compare/run-rounds.ts';
import type { Setting } from '../compare/setting.ts';
import { startStandingServers } from '../compare/standing-servers.ts';
import { judge } from '../compare/verdicts.ts';
import { judgeGrowth, summarizeGrowth } from '../growth/judge-growth.ts';
import { measureGrowth } from '../growth/measure-growth.ts';
import { findLoadGenerator } from '../load/find-load-generator.ts';
import { findParticipants } from '../peers/find-participants.ts';
import { type Comparison, describeCases } from '../report/comparison.ts';
import { formatComparison } from '../report/format-comparison.ts';
import { describeCircumstances } from '../report/machine.ts';
import { writeReport } from '../report/write-report.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { judgeSearch } from '../search/judge-search.ts';
import { measureSearch } from '../search/measure-search.ts';

/** Runs the comparison. */
export async function compare(args: readonly string[]): Promise<void> {
  const flags = readCompareFlags(args);
  await runBenchmark(async (benchmark) => {
    const comparison = await measure(benchmark, flags);
    const report = formatComparison(comparison);
    console.log(report);
    if (flags.write !== undefined) await writeReport(flags.write, report);
    if (flags.json !== undefined)
      await writeFile(flags.json, `${JSON.stringify(comparison, undefined, 2)}\n`);
  });
}

async function measure(
  benchmark: Benchmark,
  { rounds, seconds, cases, parts, ...wanted }: CompareFlags,
): Promise<Comparison> {
  const { folder, signal, cleanUp } = benchmark;
  const { present, missing } = await findParticipants(wanted.peers, signal);
  const generator = await findLoadGenerator(signal);
  // Before this process is pinned: afterwards it sees only one core.
  const circumstances = describeCircumstances({});
  const cores = await planCores();
  if (cores.load !== undefined) await pinThisProcess(cores.load);

  const setting: Setting = { folder, cores, generator, signal };
  // Before any other server runs.
  const growth = parts.includes('growth')
    ? summarizeGrowth(await measureGrowth(setting, rounds, seconds))
    : undefined;
  const search = parts.includes('search-100000') ? await measureSearch(setting, rounds) : undefined;
  const peers = present.map(({ peer }) => peer);
  const standing = await startStandingServers(setting, peers, cases, cleanUp);
  const results = await runRounds(setting, { peers, standing, cases, rounds, seconds });

  const participants = present.map(({ peer: { name, title, role }, version }) => ({
    name,
    title,
    role,
    version,
  }));
  return {
    circumstances,
    rounds,
    seconds,
    loadGenerator: generator.name,
    pinning: cores.description,
    participants,
    missing,
    verdicts: [
      ...judge({ cases, results, hasCoresForWorkers: cores.hasCoresForWorkers }),
      ...(search === undefined ? [] : judgeSearch(search)),
      ...(growth === undefined ? [] : judgeGrowth(growth)),
    ],
    cases: describeCases(cases, participants, standing, results),
    search,
    growth,
  };
}
