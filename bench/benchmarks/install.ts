// `npm run bench -- install`: how long `prime install` of 200 Primes takes, compared with npm and pnpm with the same files, and over
// a slow link. Prints Markdown. The exit code is 1 if it misses a goal.
import { join, resolve } from 'node:path';
import type { Verdict } from '../compare/verdicts.ts';
import { readCount, readFlags } from '../flags.ts';
import { findPnpm, npmInstaller, primeInstaller } from '../install/installer.ts';
import {
  INSTALL_CASES,
  type InstallCase,
  type InstallSubject,
  installSubject,
  measureInstalls,
} from '../install/measure-installs.ts';
import { publishAll } from '../install/publish-all.ts';
import { installBenchDependencies } from '../processes/bench-dependencies.ts';
import { getNpm } from '../processes/find-npm.ts';
import { type LinkLimits, openLimitedLink } from '../processes/limited-link.ts';
import { plainEnvironment } from '../processes/run-program.ts';
import { startServerOn } from '../processes/server-process.ts';
import { startVerdaccio } from '../processes/verdaccio-process.ts';
import { npmProtocol } from '../protocols/npm.ts';
import { primeProtocol } from '../protocols/prime.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { formatVerdicts } from '../report/verdict-table.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { findClone, installCommands } from '../start/installations.ts';

/** In milliseconds, for what npm installs. */
const GOALS: Readonly<Record<InstallCase, number>> = { cold: 800, cached: 300, nothing: 80 };

const LINK: LinkLimits = { roundTripMs: 50, bitsPerSecond: 20_000_000 };
/** A connection, the versions of each Prime, their manifests, their tarballs: each must have come before the next is known. */
const LEAST_ROUND_TRIPS = 4;
/** Share of the speed that the link allows. */
const LINK_GOAL = 0.9;

interface Options {
  readonly primes: number;
  readonly rounds: number;
  readonly tarballs: string | undefined;
}

/** Runs the benchmark. @param args - `--rounds <number>`, `--primes <number>`, `--tarballs <folder>` */
export async function measureInstall(args: readonly string[]): Promise<void> {
  const { rounds, primes, tarballs } = readFlags(args, ['rounds', 'primes', 'tarballs']);
  const options: Options = {
    rounds: readCount('rounds', rounds, 5),
    primes: readCount('primes', primes, 200),
    tarballs: tarballs && resolve(tarballs),
  };
  await runBenchmark((benchmark) => measure(benchmark, options));
}

async function measure(benchmark: Benchmark, { primes, rounds, tarballs }: Options): Promise<void> {
  const { folder, signal, cleanUp } = benchmark;
  const verdaccioVersion = await installBenchDependencies(signal);
  const installed = await installCommands(join(folder, 'commands'), tarballs);
  const names = Array.from({ length: primes }, (_, index) => `installed-${index}`);
  const registry = await startServerOn(join(folder, 'data'), join(folder, 'compiled'), { signal });
  cleanUp.defer(registry.stop);
  const verdaccio = await startVerdaccio(join(folder, 'verdaccio'), signal, {
    environment: plainEnvironment({}),
  });
  cleanUp.defer(verdaccio.stop);
  await publishAll(registry.baseUrl, primeProtocol, names, signal);
  await publishAll(verdaccio.baseUrl, npmProtocol, names, signal);

  const [npm, pnpm, clone] = [await getNpm(), await findPnpm(), await findClone()];
  const packages = primeInstaller('prime', installed.prime, join(folder, 'compiled-packages'));
  const ours = installSubject(packages, registry.baseUrl);
  const subjects = [
    ours,
    installSubject(
      primeInstaller('prime, from the clone', clone.prime, join(folder, 'compiled-clone')),
      registry.baseUrl,
    ),
    installSubject(npmInstaller(npm.cli), verdaccio.baseUrl),
    ...(pnpm === undefined ? [] : [installSubject(pnpm, verdaccio.baseUrl)]),
  ];
  const cases = Object.keys(INSTALL_CASES) as InstallCase[];
  await measureInstalls(subjects, { folder: join(folder, 'users'), names, rounds, cases, signal });
  const linked = await measureLink(benchmark, { subject: ours, names, rounds });

  const verdicts = [...cases.map((name) => judge(name, ours)), linked.verdict];
  console.log(
    `${formatCircumstances(describeCircumstances({ Verdaccio: verdaccioVersion, npm: npm.version }))}\n`,
  );
  console.log(
    `Installs of ${primes} packages with five files each, of 10 KB: milliseconds, min–median–max of ${rounds} rounds. The registry verifies and ` +
      'logs; prime verifies proofs, digests and trees, as by default.\n',
  );
  console.log(`${formatTimes(subjects, cases)}\n${linked.text}\n${formatVerdicts(verdicts)}`);
  if (verdicts.some(({ isMet }) => isMet === false)) process.exitCode = 1;
}

function judge(name: InstallCase, { runs }: InstallSubject): Verdict {
  const measured = spreadOf(runs[name]);
  const goal = `at most ${GOALS[name]} ms`;
  return { title: INSTALL_CASES[name], goal, measured, isMet: measured.median <= GOALS[name] };
}

function formatTimes(subjects: readonly InstallSubject[], cases: readonly InstallCase[]): string {
  const rows = cases.map((name) => [
    INSTALL_CASES[name],
    ...subjects.map(({ runs }) => formatSpread(spreadOf(runs[name]))),
  ]);
  return markdownTable(['Case', ...subjects.map(({ installer }) => installer.name)], rows);
}

interface LinkOptions {
  readonly subject: InstallSubject;
  readonly names: readonly string[];
  readonly rounds: number;
}

/** A cold install over the link, compared with the time that its own bytes and the least round trips take. */
async function measureLink(
  { folder, signal, cleanUp }: Benchmark,
  { subject, names, rounds }: LinkOptions,
): Promise<{ readonly verdict: Verdict; readonly text: string }> {
  console.error('over a slow link …');
  const link = await openLimitedLink(subject.baseUrl, LINK);
  cleanUp.defer(link.close);
  const linked = installSubject(subject.installer, link.baseUrl);
  const leastMs: number[] = [];
  let bytes = 0;
  await measureInstalls([linked], {
    ...{ folder: join(folder, 'linked-users'), names, rounds, cases: ['cold'], signal },
    onStart: link.takeBytes,
    onRun() {
      bytes = link.takeBytes().toClient;
      leastMs.push((bytes * 8 * 1000) / LINK.bitsPerSecond + LEAST_ROUND_TRIPS * LINK.roundTripMs);
    },
  });
  const shares = spreadOf(linked.runs.cold.map((ms, round) => (leastMs[round] ?? Number.NaN) / ms));
  const title = `over a link of ${LINK.bitsPerSecond / 1e6} Mbit/s and ${LINK.roundTripMs} ms`;
  return {
    verdict: {
      title: `cold, ${title}`,
      goal: `at least ${LINK_GOAL} of what the link allows`,
      measured: shares,
      isMet: shares.median >= LINK_GOAL,
    },
    text:
      `Cold, ${title}: ${formatSpread(spreadOf(linked.runs.cold))} ms. The link allows ${Math.round(spreadOf(leastMs).median)} ms: ` +
      `${(bytes / 1e6).toFixed(2)} MB, and ${LEAST_ROUND_TRIPS} round trips that wait for each other (connection, versions, manifests, tarballs).\n`,
  };
}
