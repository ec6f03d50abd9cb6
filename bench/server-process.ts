// The registry as its operator runs it: a process of its own, on a free port and a data folder that is thrown away.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START_TIMEOUT_MS = 60_000;

/** The token that the servers of a benchmark take. */
export const TOKEN = 'a-token-for-benchmarks-alone';

/** Two ways to the same server. */
export const LAUNCHERS = {
  node: [process.execPath, '--import', './scripts/preload.mjs', 'packages/server/src/main.ts', 'serve'],
  npm: ['npm', 'start', '--silent', '--'],
} as const;

/** A running server. */
export interface ServerProcess {
  /** Of the launcher; the server's own when it is `node`. */
  readonly pid: number;
  readonly baseUrl: string;
  /** From the launch to the first answer to a request, in milliseconds. */
  readonly firstAnswerMs: number;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts a server and asks it one thing.
 * @param compileCache - folder in which Node keeps compiled code; an empty one makes it a first start.
 */
export async function startServer(
  launcher: keyof typeof LAUNCHERS,
  compileCache: string,
): Promise<ServerProcess> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'prime-registry-bench-'));
  const [program, ...args] = LAUNCHERS[launcher];
  const startedAtMs = performance.now();
  const child = spawn(program, [...args, '--port', '0', '--data', dataFolder, '--log-level', 'error'], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, PRIME_REGISTRY_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const early = new AbortController();
  child.once('exit', () => early.abort());
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    const [line] = (await once(createInterface(child.stdout), 'line', {
      signal: AbortSignal.any([early.signal, AbortSignal.timeout(START_TIMEOUT_MS)]),
    })) as [string];
    const baseUrl = /http:\/\/\S+/.exec(line)?.[0];
    if (baseUrl === undefined || child.pid === undefined) throw new Error(`the server said: ${line}`);
    await (await fetch(`${baseUrl}/-/health/live`)).text();
    return { pid: child.pid, baseUrl, firstAnswerMs: performance.now() - startedAtMs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
