// Starts a server as a process and waits for its first answer. No server outlives its benchmark.
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { pinCommand } from './pin-command.ts';
import { listGroup } from './process-group.ts';
import { readLog } from './read-log.ts';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
/** Precision of the time to the first answer. */
const RETRY_MS = 2;

/** What to start. */
export interface LaunchOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly folder: string;
  /** The complete environment. */
  readonly environment: NodeJS.ProcessEnv;
  /** Its address on loopback. */
  readonly baseUrl: string;
  /** Requested until there is an answer, whatever its status. */
  readonly probePath: string;
  /** The cores it may use, as taskset(1) takes them. undefined for all. */
  readonly cores?: string | undefined;
  /** Whether its standard error is discarded. */
  readonly isSilenced?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A running server. */
export interface LaunchedServer {
  readonly pid: number;
  readonly baseUrl: string;
  /** From the launch to the first answer, in milliseconds. */
  readonly firstAnswerMs: number;
  /** Terminates it, then kills all its processes if it does not exit. */
  stop(): Promise<void>;
}

/** Starts a server. @throws Error if it exits, or does not answer within a minute */
export async function launch(options: LaunchOptions): Promise<LaunchedServer> {
  const { folder, environment, baseUrl, probePath, cores } = options;
  const [program = '', ...args] = pinCommand(options.command, cores);
  const startedAtMs = performance.now();
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', options.isSilenced === true ? 'ignore' : 'pipe'],
  });
  if (child.stderr !== null) readLog(child.stderr);
  let ending: string | undefined;
  const ended = new Promise<void>((resolve) => {
    const note = (how: string): void => {
      ending = how;
      resolve();
    };
    child.once('error', ({ message }) => note(message));
    child.once('exit', (code, killedBy) => note(`exit code ${code ?? killedBy}`));
  });
  const stop = async (): Promise<void> => {
    if (ending === undefined && child.pid !== undefined) await endGroup(child.pid, ended);
  };
  const limit = AbortSignal.timeout(START_TIMEOUT_MS);
  const bounded = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  try {
    while (!(await answers(`${baseUrl}${probePath}`, bounded))) {
      if (ending !== undefined) throw new Error(`${args.join(' ')} ended instead of listening: ${ending}`);
      await delay(RETRY_MS, undefined, { signal: bounded });
    }
    return { pid: child.pid as number, baseUrl, firstAnswerMs: performance.now() - startedAtMs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function answers(url: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, signal }, (response) => {
      response.resume();
      resolve(true);
    });
    request.on('error', () => resolve(false));
  });
}

/** @param ended - resolves when the process has exited */
async function endGroup(pid: number, ended: Promise<void>): Promise<void> {
  // The children can be listed only while the parent exists.
  const group = listGroup(pid);
  process.kill(pid, 'SIGTERM');
  const timeout = new AbortController();
  await Promise.race([
    ended.then(() => timeout.abort()),
    delay(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(
      () => group.forEach(killForGood),
      () => {},
    ),
  ]);
  await ended;
}

function killForGood(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
