// The programs whose installs are compared: prime, npm and pnpm, each as one user has it.
import { constants } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BENCH_FOLDER } from '../processes/bench-dependencies.ts';
import { SCOPE } from '../protocols/protocol.ts';
import { cacheVariables } from '../start/user-cache.ts';

/** A program that installs packages. */
export interface Installer {
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** What it needs in the environment. @param user - the folder of the user @param baseUrl - of the registry */
  environment(user: string, baseUrl: string): Readonly<Record<string, string>>;
  /** Writes the files of a project that requires packages. */
  writeProject(folder: string, names: readonly string[], baseUrl: string): Promise<void>;
  /** The files that a checkout has: those that {@link writeProject} writes, and the lock file. */
  readonly checkedIn: readonly string[];
}

/**
 * `prime install`.
 * @param prime - the program and its first arguments
 * @param compiled - the cache for compiled code, which does not begin empty with each user
 */
export function primeInstaller(name: string, prime: readonly string[], compiled: string): Installer {
  return {
    name,
    command: [...prime, 'install'],
    environment: (user, baseUrl) => ({
      ...cacheVariables(compiled),
      HOME: user,
      PRIME_REGISTRY: baseUrl,
      PRIME_CACHE_DIR: join(user, 'cache'),
      PRIME_STATE_DIR: join(user, 'state'),
    }),
    async writeProject(folder, names) {
      const primes = names.map((each) => `  - "@${SCOPE}/${each}"\n`).join('');
      const text = `---\nname: measured\ndescription: Made for a benchmark\nprimes:\n${primes}---\n`;
      await writeFile(join(folder, 'SKILL.md'), text);
    },
    checkedIn: ['SKILL.md', '.primes/lock.yaml'],
  };
}

/** `npm install`, without the requests for advisories and funding that the registry of the benchmark cannot answer. */
export function npmInstaller(cli: string): Installer {
  return {
    ...npmProjects('package-lock.json'),
    name: 'npm',
    command: [process.execPath, cli, 'install', '--no-audit', '--no-fund', '--no-update-notifier'],
  };
}

/** `pnpm install`; undefined if there is no program for this machine: the package.json here names those for Linux. */
export async function findPnpm(): Promise<Installer | undefined> {
  const program = join(BENCH_FOLDER, `node_modules/@pnpm/exe.${process.platform}-${process.arch}/pnpm`);
  const isThere = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  return { ...npmProjects('pnpm-lock.yaml'), name: 'pnpm', command: [program, 'install'] };
}

function npmProjects(lockfile: string): Pick<Installer, 'environment' | 'writeProject' | 'checkedIn'> {
  return {
    environment: (user) => ({
      HOME: user,
      XDG_DATA_HOME: join(user, 'data'),
      XDG_CACHE_HOME: join(user, 'cache'),
    }),
    async writeProject(folder, names, baseUrl) {
      const dependencies = Object.fromEntries(names.map((each) => [`@${SCOPE}/${each}`, '*']));
      const manifest = { name: 'measured', version: '1.0.0', private: true, dependencies };
      await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
      await writeFile(join(folder, '.npmrc'), `registry=${baseUrl}/\n`);
      // By default, pnpm waits a day before it installs what is new.
      await writeFile(join(folder, 'pnpm-workspace.yaml'), 'minimumReleaseAge: 0\n');
    },
    checkedIn: ['package.json', '.npmrc', 'pnpm-workspace.yaml', lockfile],
  };
}
