// A user of the command line: runs `prime` with its own configuration, cache and project folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.ts';
import { type CapturingHost, type CommandResult, CommandRunner, canHaveHere, capture } from './in-process.ts';
import { PRIME_MAIN } from './programs.ts';

const CLI = new URL('../../../packages/cli/src/', import.meta.url);
const RUN_TIMEOUT_MS = 120_000;

/** How to run a command. */
export interface PrimeOptions {
  /** Added to the environment of the user. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The current folder, instead of the project. */
  readonly folder?: string;
  /** The text on standard input. */
  readonly input?: string;
  /** Sends the process this signal once the condition holds. */
  readonly killWhen?: { readonly signal: NodeJS.Signals; readonly condition: () => boolean };
}

/** A user. The caller must remove it. */
export interface PrimeUser extends AsyncDisposable {
  /** The project: an empty folder. */
  readonly project: string;
  readonly configFolder: string;
  readonly cacheFolder: string;
  readonly stateFolder: string;
  /** The environment of every command. A test may change it. */
  readonly environment: Record<string, string>;
  /**
   * Runs `prime` with these arguments in the project, and waits for its end. It is a process for the first run of
   * each command, to be killed, with variables of the system, and next to another run; otherwise it runs in this
   * process, which takes a twentieth of the processor time.
   */
  prime(args: readonly string[], options?: PrimeOptions): Promise<CommandResult>;
  remove(): Promise<void>;
}

/** Creates a user without configuration. The developer's own configuration is neither read nor changed. */
export async function createPrimeUser(environment: Record<string, string> = {}): Promise<PrimeUser> {
  const home = await mkdtemp(join(tmpdir(), 'prime-user-'));
  const [project, configFolder, cacheFolder, stateFolder] = ['project', 'config', 'cache', 'state'].map(
    (name) => join(home, name),
  ) as [string, string, string, string];
  await mkdir(project);
  const own: Record<string, string> = {
    HOME: home,
    PRIME_CONFIG_DIR: configFolder,
    PRIME_CACHE_DIR: cacheFolder,
    PRIME_STATE_DIR: stateFolder,
    ...environment,
  };
  const remove = () => rm(home, { recursive: true, force: true });
  return {
    project,
    configFolder,
    cacheFolder,
    stateFolder,
    environment: own,
    prime: (args, options = {}) => runPrime(args, { folder: project, ...options }, own),
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

const runner = new CommandRunner('prime', process.env.TEST_COMMANDS);

async function runPrime(
  args: readonly string[],
  options: PrimeOptions,
  own: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const env = { ...childEnvironment({}), ...own, ...options.environment };
  const needsProcess = options.killWhen !== undefined || !canHaveHere(options.environment ?? {});
  return runner.run(args[0] ?? '', {
    asProcess: () => runAsProcess(args, options, env),
    inProcess: needsProcess ? undefined : () => runInProcess(args, options, env),
  });
}

async function runInProcess(
  args: readonly string[],
  { folder = '', input = '' }: PrimeOptions,
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const { runPrime: run } = (await import(new URL('run-prime.ts', CLI).href)) as {
    runPrime: (args: readonly string[], host: CapturingHost & { cwd(): string }) => Promise<number>;
  };
  return capture({ env, input }, (host) => run(args, { ...host, cwd: () => folder }));
}

async function runAsProcess(
  args: readonly string[],
  { folder, input = '', killWhen }: PrimeOptions,
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [PRIME_MAIN, ...args], {
    cwd: folder,
    env,
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
