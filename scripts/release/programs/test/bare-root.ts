// A root folder with nothing but programs and the shared libraries they need: neither Node.js nor npm, nor a shell.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const FOLDERS = ['bin', 'dev', 'etc', 'home', 'proc', 'tmp'];
/** What a kernel provides. The first argument is the root folder; the rest is the command. */
const ENTER =
  'mount --rbind /proc "$0/proc" && mount --bind /dev/null "$0/dev/null" && exec chroot "$0" "$@"';
const FLAGS = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
/** Nothing of the environment of the test: as in an empty container. */
const ENVIRONMENT = { HOME: '/home', PATH: '/bin', NO_COLOR: '1' };

/** The result of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Why no program can run in a root folder of its own here; undefined if it can. */
export function findRefusal(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'this is not Linux on x64';
  const { status, stderr, error } = spawnSync('unshare', [...FLAGS, 'chroot', '/', 'true'], {
    encoding: 'utf8',
  });
  return status === 0 ? undefined : (error?.message ?? stderr).trim();
}

/** Makes the root folder. @param programs - executables for `/bin`, by their names there */
export function makeRoot(root: string, programs: Readonly<Record<string, string>>): void {
  for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'dev/null'), '');
  for (const [name, file] of Object.entries(programs)) linkSync(file, join(root, 'bin', name));
  for (const library of listLibraries(Object.values(programs))) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
}

/** The shared libraries of executables: absolute paths, sorted. */
export function listLibraries(executables: readonly string[]): string[] {
  const lines = executables.flatMap((file) => execFileSync('ldd', [file], { encoding: 'utf8' }).split('\n'));
  return [...new Set(lines.map((line) => /(\/\S+) \(/.exec(line)?.[1]).filter((path) => path !== undefined))]
    .filter((path) => !executables.includes(path) && basename(path) !== '')
    .sort();
}

/** Starts a program in the root folder. The process is the program itself, so that it gets signals. */
export function startIn(root: string, command: readonly string[], environment = {}): ChildProcess {
  return spawn('unshare', [...FLAGS, 'sh', '-c', ENTER, root, ...command], {
    env: { ...ENVIRONMENT, PATH: `${process.env.PATH}:/usr/sbin`, ...environment },
  });
}

/** Runs a program in the root folder. */
export async function runIn(
  root: string,
  command: readonly string[],
  {
    input = '',
    environment = {},
  }: { readonly input?: string; readonly environment?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const child = startIn(root, command, environment);
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('the program has no streams');
  // A program that reads no input may end before it is written.
  stdin.on('error', () => undefined);
  stdin.end(input);
  const closed = once(child, 'close');
  const [out, problems] = await Promise.all([text(stdout), text(stderr), closed]);
  return { code: child.exitCode, stdout: out, stderr: problems };
}
