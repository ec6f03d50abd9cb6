// Runs a program and measures its time. No program outlives its benchmark.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { pinCommand } from './pin-command.ts';

const TIMEOUT_MS = 300_000;
/** Settings for npm, prime and Node.js in a developer's shell. Measured programs run with their defaults. */
const SETTINGS = /^(npm_|prime_|node_|(https?|all|no)_proxy$)/i;

/** Options of a run. */
export interface ProgramOptions {
  readonly folder: string;
  /** The complete environment. */
  readonly environment: NodeJS.ProcessEnv;
  /** The cores it may use, as taskset(1) takes them. undefined for all. */
  readonly cores?: string | undefined;
  /** Kills the program. */
  readonly signal: AbortSignal;
}

/** Runs this Node.js with these arguments, as {@link timeProgram} does. */
export function timeNode(args: readonly string[], options: ProgramOptions): Promise<number> {
  return timeProgram([process.execPath, ...args], options);
}

/**
 * Runs a program until it exits; kills it after five minutes.
 * @param command - the program and its arguments
 * @returns the time from launch to exit, in milliseconds
 * @throws Error unless the exit code is 0
 */
export async function timeProgram(command: readonly string[], options: ProgramOptions): Promise<number> {
  const { folder, environment, cores, signal } = options;
  const [program = '', ...args] = pinCommand(command, cores);
  const startedAtMs = performance.now();
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let endedAtMs = Number.NaN;
  child.on('exit', () => {
    endedAtMs = performance.now();
  });
  const closed = Promise.withResolvers<[code: number | null, killedBy: string | null]>();
  child.on('close', (...ending) => closed.resolve(ending));
  await once(child, 'spawn');
  // An abort emits the error before the process has exited, so wait for the exit.
  child.on('error', () => {});
  const [errors, [code, killedBy]] = await Promise.all([text(child.stderr), closed.promise]);
  signal.throwIfAborted();
  if (code === 0) return endedAtMs - startedAtMs;
  throw new Error(`${command.join(' ')} ended with ${code ?? killedBy}:\n${errors}`);
}

/** The environment of this process without such settings, plus the given ones. */
export function plainEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  return { ...Object.fromEntries(inherited), ...settings };
}
