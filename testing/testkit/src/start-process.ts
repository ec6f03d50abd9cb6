// The registry as a process, the way an operator runs it, for tests of the command line, signals and crashes.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Actor } from './actor.ts';
import { childEnvironment } from './child-environment.ts';
import { COMMAND } from './run-command.ts';

const START_TIMEOUT_MS = 120_000;
// A test whose process never exits must fail, not hang.
const END_TIMEOUT_MS = 120_000;

/** How to start it. */
export interface ProcessOptions {
  readonly dataFolder: string;
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The program and its first arguments, instead of `prime-registry serve`. It leads a process group. */
  readonly launcher?: readonly [program: string, ...args: string[]];
}

/** A registry in its own process. */
export interface RegistryProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly baseUrl: string;
  /** Everything on standard output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  actorWith(token: string | undefined): Actor;
  /** Sends the signal and waits for the exit. @returns the exit code, null if a signal killed it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts it and waits for its first line of output. */
export async function startProcess({
  dataFolder,
  flags = [],
  environment = {},
  launcher,
}: ProcessOptions): Promise<RegistryProcess> {
  const [program, ...args] = launcher ?? [...COMMAND, 'serve'];
  const child = spawn(program, [...args, '--port', '0', '--data', dataFolder, ...flags], {
    // Load shedding is off: a busy test machine must not change the answers.
    env: childEnvironment({ PRIME_REGISTRY_OVERLOAD_DELAY: '0', ...environment }),
    detached: launcher !== undefined,
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close') as Promise<[code: number | null]>;
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  while (!output.stdout.includes('\n') && child.exitCode === null && child.signalCode === null) {
    await Promise.race([once(child.stdout, 'data'), ended]);
  }
  clearTimeout(timer);
  const baseUrl = /http:\/\/\S+/.exec(output.stdout)?.[0];
  if (baseUrl === undefined) {
    child.kill('SIGKILL');
    await ended;
    throw new Error(`the registry did not start: ${output.stderr}${output.stdout}`);
  }
  return {
    child,
    baseUrl,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    actorWith: (token) => new Actor(baseUrl, token),
    async end(signal) {
      child.kill(signal);
      const [code] = await Promise.race([ended, afterTimeout()]);
      return code;
    },
  };

  async function afterTimeout(): Promise<never> {
    await delay(END_TIMEOUT_MS, undefined, { ref: false });
    child.kill('SIGKILL');
    throw new Error(`the registry did not end: ${output.stderr}`);
  }
}
