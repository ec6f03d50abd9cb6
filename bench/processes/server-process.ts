// The registry as its operator runs it: a process of its own, on a free port and a data folder that is thrown away.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';
import { type LaunchedServer, type LaunchOptions, launch } from './launch.ts';
import { plainEnvironment } from './run-program.ts';

/** The folder of the sources, in which the launchers work. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The token that the servers of a benchmark take. */
export const TOKEN = 'a-token-for-benchmarks-alone';

/** Two ways to the same server. */
export const LAUNCHERS = {
  node: [process.execPath, '--import', './scripts/preload.mjs', 'packages/server/src/main.ts', 'serve'],
  npm: ['npm', 'start', '--silent', '--'],
} as const;

/** What else there is to say to a server. */
export interface ServerOptions extends Pick<LaunchOptions, 'cores' | 'signal'> {
  /** Further arguments of `prime-registry serve`. */
  readonly args?: readonly string[];
  /** What else is to be in its environment. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/**
 * Starts a server on an empty folder of its own and asks it one thing. `pid` is the launcher's, and the server's own when
 * that is `node`; `stop` also removes the folder.
 * @param compileCache - folder in which Node keeps compiled code; an empty one makes it a first start.
 */
export async function startServer(
  launcher: keyof typeof LAUNCHERS,
  compileCache: string,
  options: ServerOptions = {},
): Promise<LaunchedServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'prime-registry-bench-'));
  const removeData = (): Promise<void> => rm(dataFolder, { recursive: true, force: true });
  try {
    const server = await startServerOn(dataFolder, compileCache, { ...options, launcher });
    return { ...server, stop: () => server.stop().finally(removeData) };
  } catch (error) {
    await removeData();
    throw error;
  }
}

/** The same on a folder with data, which stays; the launcher is `node` unless told otherwise. */
export async function startServerOn(
  dataFolder: string,
  compileCache: string,
  {
    launcher = 'node',
    args = [],
    environment,
    cores,
    signal,
  }: ServerOptions & { launcher?: keyof typeof LAUNCHERS },
): Promise<LaunchedServer> {
  const port = await findFreePort();
  const settings = ['--port', String(port), '--data', dataFolder, '--log-level', 'error'];
  return launch({
    command: [...LAUNCHERS[launcher], ...settings, ...args],
    folder: ROOT,
    environment: plainEnvironment({
      NODE_COMPILE_CACHE: compileCache,
      PRIME_REGISTRY_TOKEN: TOKEN,
      ...environment,
    }),
    baseUrl: `http://127.0.0.1:${port}`,
    probePath: '/-/health/live',
    cores,
    signal,
  });
}
