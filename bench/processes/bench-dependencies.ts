// Installs the dependencies of the benchmarks on first use, so that `npm ci` at the root stays small.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getNpm } from './find-npm.ts';
import { timeNode } from './run-program.ts';

/** The folder of the benchmarks. */
export const BENCH_FOLDER = dirname(import.meta.dirname);

/** Versions by package. */
type Versions = Readonly<Record<string, string>>;

/**
 * Installs the versions of bench/package-lock.json unless they are installed.
 * @returns the version of Verdaccio
 */
export async function installBenchDependencies(signal: AbortSignal): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(BENCH_FOLDER, 'package.json'), 'utf8')) as {
    dependencies: Versions & { verdaccio: string };
  };
  const installed = await readInstalledVersions();
  const missing = Object.entries(dependencies).filter(([name, version]) => installed[name] !== version);
  if (missing.length > 0) {
    const names = missing.map((wanted) => wanted.join(' ')).join(', ');
    console.error(`Not installed: ${names}. Running \`npm ci --prefix bench\` once.`);
    const { cli } = await getNpm();
    const install = [cli, 'ci', '--prefix', BENCH_FOLDER, '--loglevel', 'error'];
    await timeNode(install, { folder: BENCH_FOLDER, environment: process.env, signal });
  }
  return dependencies.verdaccio;
}

async function readInstalledVersions(): Promise<Versions> {
  try {
    // npm writes this file last, so a broken installation has none.
    const path = join(BENCH_FOLDER, 'node_modules', '.package-lock.json');
    const { packages } = JSON.parse(await readFile(path, 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    const entries = Object.entries(packages).map(([folder, { version }]) => [
      folder.replace('node_modules/', ''),
      version,
    ]);
    return Object.fromEntries(entries);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
