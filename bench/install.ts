// `npm run bench:install`: how long `prime install` takes for 200 Primes, against `npm install` for 200 packages with the
// same files from a Verdaccio on the same machine, and how long `prime` takes to start.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installBenchDependencies } from './bench-dependencies.ts';
import { getNpm } from './find-npm.ts';
import { readInstallFlags } from './install-flags.ts';
import { formatInstallReport, type InstallReport } from './install-report.ts';
import type { Installer } from './installer.ts';
import { describeCircumstances } from './machine.ts';
import { measureInstalls } from './measure-installs.ts';
import { measureStart } from './measure-start.ts';
import { npmInstaller } from './npm-installer.ts';
import { primeInstaller } from './prime-installer.ts';
import { getPrimeVersion } from './prime-program.ts';
import { npmProtocol } from './protocols/npm.ts';
import { primeProtocol } from './protocols/prime.ts';
import { publishSamples } from './publish-samples.ts';
import { type Benchmark, runBenchmark } from './run-benchmark.ts';
import { listSamples } from './sample-packages.ts';
import { startServer } from './server-process.ts';
import { startVerdaccio } from './verdaccio-process.ts';

const PACKAGES = 200;

/** One side of the comparison, ready to install. */
interface Side {
  readonly installer: Installer;
  readonly versions: Readonly<Record<string, string>>;
  stopRegistry(): Promise<void>;
}

const flags = readInstallFlags();
const samples = listSamples(PACKAGES);

await runBenchmark(async (benchmark) => {
  const { folder, signal } = benchmark;
  const sides: Side[] = [];
  if (flags.only !== 'npm') sides.push(await setUpPrime(benchmark));
  if (flags.only !== 'prime') sides.push(await setUpNpm(benchmark));
  const installers = sides.map(({ installer }) => installer);

  const cold = await measureInstalls(installers, ['cold'], flags.rounds, signal);
  // What follows must do without a registry, and so it has none.
  await Promise.all(sides.map((side) => side.stopRegistry()));
  const warm = await measureInstalls(installers, ['cached', 'unchanged'], flags.rounds, signal);

  const report: InstallReport = {
    circumstances: describeCircumstances(Object.assign({}, ...sides.map(({ versions }) => versions))),
    packages: PACKAGES,
    rounds: flags.rounds,
    installs: [...cold, ...warm],
    ...(flags.only === 'npm' ? {} : { start: await measureStart(folder, compileCacheIn(folder), signal) }),
  };
  console.log(formatInstallReport(report));
  if (flags.json !== undefined) await writeFile(flags.json, `${JSON.stringify(report, undefined, 2)}\n`);
});

async function setUpPrime({ folder, signal, cleanUp }: Benchmark): Promise<Side> {
  const compileCache = compileCacheIn(folder);
  console.error(`Publishing ${PACKAGES} Primes.`);
  const { baseUrl, stop } = await startServer('node', compileCache);
  cleanUp.defer(stop);
  await publishSamples(primeProtocol, baseUrl, samples, signal);
  return {
    installer: primeInstaller({ folder: join(folder, 'prime'), baseUrl, samples, compileCache }),
    versions: { prime: await getPrimeVersion() },
    stopRegistry: stop,
  };
}

async function setUpNpm({ folder, signal, cleanUp }: Benchmark): Promise<Side> {
  const compileCache = compileCacheIn(folder);
  const npm = await getNpm();
  const version = await installBenchDependencies(signal);
  console.error(`Publishing ${PACKAGES} npm packages.`);
  const { baseUrl, stop } = await startVerdaccio(join(folder, 'verdaccio'), signal);
  cleanUp.defer(stop);
  await publishSamples(npmProtocol, baseUrl, samples, signal);
  return {
    installer: npmInstaller(npm.cli, { folder: join(folder, 'npm'), baseUrl, samples, compileCache }),
    versions: { npm: npm.version, Verdaccio: version },
    stopRegistry: stop,
  };
}

/** Where every Node of the benchmark keeps compiled code, as each program would by itself. */
function compileCacheIn(folder: string): string {
  return join(folder, 'compiled');
}
