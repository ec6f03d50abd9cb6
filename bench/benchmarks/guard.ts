// `npm run bench:guard`: whether the five figures that matter still have the share of a bare program that they had, in three
// minutes. Prints Markdown. The exit code is 1 if one has less than its band.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CASES } from '../compare/cases.ts';
import { pinThisProcess, planCores } from '../compare/cores.ts';
import type { MetricName } from '../compare/metrics.ts';
import type { Results } from '../compare/results.ts';
import { runRounds } from '../compare/run-rounds.ts';
import type { Setting } from '../compare/setting.ts';
import { startStandingServers } from '../compare/standing-servers.ts';
import { readCount, readFlags } from '../flags.ts';
import { adviseOnBands, judgeGuard, type Shares } from '../guard/judge-guard.ts';
import { type Installer, primeInstaller } from '../install/installer.ts';
import { installSubject, measureInstalls } from '../install/measure-installs.ts';
import { publishAll } from '../install/publish-all.ts';
import { findLoadGenerator } from '../load/find-load-generator.ts';
import { findParticipants } from '../peers/find-participants.ts';
import type { PeerName } from '../peers/peer.ts';
import { CAN_MEASURE_MEMORY } from '../processes/resident-memory.ts';
import { startServerOn } from '../processes/server-process.ts';
import { primeProtocol } from '../protocols/prime.ts';
import { SCOPE } from '../protocols/protocol.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { formatVerdicts } from '../report/verdict-table.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { findClone } from '../start/installations.ts';

const CASE_NAMES = ['manifest', 'list-50', 'publish-16', 'start'];
const PEERS: readonly PeerName[] = ['prime', 'node', 'bare-publish'];
/** The program that only downloads and unpacks. */
const BARE_INSTALL = join(import.meta.dirname, '../guard/bare-install-client.ts');
const INSTALLED = Array.from({ length: 50 }, (_, index) => `installed-${index}`);
const SECONDS = 2;
/** Other work on the machine makes rates lower, by chance more for one of both. */
const READS: MetricName = CAN_MEASURE_MEMORY ? 'requestProcessorUs' : 'requestsPerSecond';

/** Runs the guard. @param args - `--rounds <number>` */
export async function guard(args: readonly string[]): Promise<void> {
  const { rounds } = readFlags(args, ['rounds']);
  const count = readCount('rounds', rounds, 3);
  await runBenchmark((benchmark) => measure(benchmark, count));
}

async function measure(benchmark: Benchmark, rounds: number): Promise<void> {
  // Before this process is pinned: afterwards it sees only one core.
  const circumstances = describeCircumstances({});
  const cores = await planCores();
  const { folder, signal } = benchmark;
  const installs = await measureBoth(benchmark, rounds);
  if (cores.load !== undefined) await pinThisProcess(cores.load);
  const setting = { folder, cores, generator: await findLoadGenerator(signal), signal };
  const results = await compareServers(setting, benchmark, rounds);
  const shares: Shares = {
    manifest: sharesOf(results, 'manifest', READS, 'node'),
    list: sharesOf(results, 'list-50', READS, 'node'),
    publish: sharesOf(results, 'publish-16', 'publishesPerSecond', 'bare-publish'),
    start: sharesOf(results, 'start', 'firstAnswerMs', 'node'),
    install: installs,
  };
  const verdicts = judgeGuard(shares);
  console.log(`${formatCircumstances(circumstances)}\n`);
  console.log(
    `How many times as fast as a bare program, min–median–max of ${rounds} rounds, with the default settings:\n\n${formatVerdicts(verdicts)}`,
  );
  for (const advice of adviseOnBands(shares)) console.log(`\n${advice}`);
  if (verdicts.some(({ isMet }) => isMet === false)) process.exitCode = 1;
}

async function compareServers(setting: Setting, { cleanUp }: Benchmark, rounds: number): Promise<Results> {
  const cases = CASES.filter(({ name }) => CASE_NAMES.includes(name));
  const { present } = await findParticipants(PEERS, setting.signal);
  const peers = present.map(({ peer }) => peer);
  const standing = await startStandingServers(setting, peers, cases, cleanUp);
  return runRounds(setting, { peers, standing, cases, rounds, seconds: SECONDS });
}

function sharesOf(results: Results, caseName: string, metric: MetricName, bare: PeerName): readonly number[] {
  const ratio = results.findRatio(caseName, metric, 'prime', bare);
  if (ratio === undefined) throw new Error(`${caseName} was not measured`);
  return ratio.runs;
}

/** Installs the same Primes with `prime` of the clone and with the bare client, in turn. @returns the shares */
async function measureBoth({ folder, signal, cleanUp }: Benchmark, rounds: number): Promise<number[]> {
  const compiled = join(folder, 'compiled-clone');
  await mkdir(compiled);
  const registry = await startServerOn(join(folder, 'installed-data'), compiled, { signal });
  cleanUp.defer(registry.stop);
  await publishAll(registry.baseUrl, primeProtocol, INSTALLED, signal);
  const { prime } = await findClone();
  const ours = installSubject(primeInstaller('prime', prime, compiled), registry.baseUrl);
  const bare = installSubject(bareInstaller(registry.baseUrl), registry.baseUrl);
  const users = join(folder, 'users');
  await measureInstalls([ours, bare], { folder: users, names: INSTALLED, rounds, cases: ['cold'], signal });
  await registry.stop();
  return ours.runs.cold.map((ms, round) => (bare.runs.cold[round] ?? Number.NaN) / ms);
}

function bareInstaller(baseUrl: string): Installer {
  return {
    name: 'bare client',
    command: [process.execPath, BARE_INSTALL, baseUrl, '.', ...INSTALLED.map((name) => `@${SCOPE}/${name}`)],
    environment: () => ({}),
    writeProject: async () => undefined,
    checkedIn: [],
  };
}
