// What the benchmarks need beyond the workspace is installed on first use, so that `npm ci` at the root stays small.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timeNode } from './run-program.ts';

/** The folder of the benchmarks. */
export const BENCH_FOLDER = import.meta.dirname;

/** Installs the versions of bench/package-lock.json unless Verdaccio is there. @returns its version. */
export async function installBenchDependencies(npmCli: string, signal: AbortSignal): Promise<string> {
  const wanted = JSON.parse(await readFile(join(BENCH_FOLDER, 'package.json'), 'utf8')) as {
    dependencies: { verdaccio: string };
  };
  const version = wanted.dependencies.verdaccio;
  if ((await findInstalledVersion()) !== version) {
    console.error(`Verdaccio ${version} is not installed: running \`npm ci --prefix bench\` once.`);
    const install = [npmCli, 'ci', '--prefix', BENCH_FOLDER, '--loglevel', 'error'];
    await timeNode(install, { folder: BENCH_FOLDER, environment: process.env, signal });
  }
  return version;
}

async function findInstalledVersion(): Promise<string | undefined> {
  try {
    // npm writes this file last, so a broken installation has none.
    const path = join(BENCH_FOLDER, 'node_modules', '.package-lock.json');
    const { packages } = JSON.parse(await readFile(path, 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    return packages['node_modules/verdaccio']?.version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
