// Runs git, npm and ssh-keygen for a release.
import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';

/** Less than what any step needs. */
const FULL_BELOW_BYTES = 2 ** 20;

/** What a release cannot do, in a sentence that says what to do about it. */
export class ReleaseError extends Error {}

/** Where and how a program runs. */
export interface ProcessOptions {
  readonly folder: string;
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Runs a program. @returns its standard output, without the last line end @throws ReleaseError with its errors */
export function capture(program: string, args: readonly string[], options: ProcessOptions): string {
  const { status, stdout, stderr, error } = start(program, args, options, 'pipe');
  if (status === 0) return stdout.replace(/\n$/, '');
  const reason =
    findFullDisk(options.folder) ?? error?.message ?? stderr.trim().split('\n').slice(-5).join('\n');
  throw new ReleaseError(`${[program, ...args].join(' ')} failed: ${reason}`);
}

/** Whether a program succeeds. */
export function succeeds(program: string, args: readonly string[], options: ProcessOptions): boolean {
  return start(program, args, options, 'pipe').status === 0;
}

/** Runs a program whose output the user sees. @throws ReleaseError if it fails */
export function show(program: string, args: readonly string[], options: ProcessOptions): void {
  const { status, signal, error } = start(program, args, options, 'inherit');
  if (status === 0) return;
  const reason =
    findFullDisk(options.folder) ??
    error?.message ??
    (status === null ? `ended by ${signal}` : `exit code ${status}`);
  throw new ReleaseError(`${[program, ...args].join(' ')} failed: ${reason}`);
}

/** What to do about a full disk. @param place - what could not be written, or a folder, if that is known */
export function describeFullDisk(place: string | undefined): string {
  return `the disk ${place === undefined ? '' : `of ${place} `}is full: free some space, and run this again.`;
}

/** Programs say in many ways that a disk is full, or crash: whether it is so, on the disk of a folder. */
export function findFullDisk(folder: string): string | undefined {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < FULL_BELOW_BYTES ? describeFullDisk(folder) : undefined;
}

/** Runs git. @returns its standard output, without the last line end */
export function git(folder: string, ...args: readonly string[]): string {
  return capture('git', args, { folder });
}

function start(
  program: string,
  args: readonly string[],
  { folder, environment = {}, input }: ProcessOptions,
  output: 'pipe' | 'inherit',
) {
  return spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...inheritedEnvironment(), ...environment },
    maxBuffer: 2 ** 30,
    stdio: [input === undefined ? 'inherit' : 'pipe', output, output],
    ...(input !== undefined && { input }),
  });
}

/** Without the variables of `npm run` and of git hooks, which name another folder. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX)$|INIT_CWD$|NODE_ENV$)/.test(name),
  );
  return Object.fromEntries(others);
}
