// Somebody at a command line: `prime` as a process, with a configuration, a cache and a project folder of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandResult, childEnvironment } from './run-command.ts';

const MAIN = fileURLToPath(new URL('../../../packages/cli/src/main.mjs', import.meta.url));
const RUN_TIMEOUT_MS = 60_000;

/** How to run a command. */
export interface PrimeOptions {
  /** Added to the environment of the user. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The current folder, instead of the project's. */
  readonly folder?: string;
  /** What is on standard input. */
  readonly input?: string;
  /** Ends the process with this signal once the condition holds. */
  readonly killWhen?: { readonly signal: NodeJS.Signals; readonly condition: () => boolean };
}

/** A user, to be removed by whoever made it. */
export interface PrimeUser extends AsyncDisposable {
  /** The project: an empty folder. */
  readonly project: string;
  readonly configFolder: string;
  readonly cacheFolder: string;
  /** Set for every command; may be changed. */
  readonly environment: Record<string, string>;
  /** Runs `prime` with these arguments in the project, to its end. */
  prime(args: readonly string[], options?: PrimeOptions): Promise<CommandResult>;
  remove(): Promise<void>;
}

/** Makes a user without configuration; nothing of the developer's own is seen or changed. */
export async function createPrimeUser(environment: Record<string, string> = {}): Promise<PrimeUser> {
  const home = await mkdtemp(join(tmpdir(), 'prime-user-'));
  const [project, configFolder, cacheFolder] = ['project', 'config', 'cache'].map((name) =>
    join(home, name),
  ) as [string, string, string];
  await mkdir(project);
  const own: Record<string, string> = {
    HOME: home,
    PRIME_CONFIG_DIR: configFolder,
    PRIME_CACHE_DIR: cacheFolder,
    ...environment,
  };
  const remove = () => rm(home, { recursive: true, force: true });
  return {
    project,
    configFolder,
    cacheFolder,
    environment: own,
    prime: (args, options = {}) => runPrime(args, { folder: project, ...options }, own),
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

async function runPrime(
  args: readonly string[],
  { folder, environment = {}, input = '', killWhen }: PrimeOptions,
  own: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { ...childEnvironment({}), ...own, ...environment },
    timeout: RUN_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const watch =
    killWhen &&
    setInterval(() => {
      if (!child.killed && killWhen.condition()) child.kill(killWhen.signal);
    }, POLL_INTERVAL_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  return { code, ...output };
}

const POLL_INTERVAL_MS = 1;
