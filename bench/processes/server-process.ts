// The registry as an operator runs it: a process with a free port and a temporary data folder.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';
import { type LaunchedServer, type LaunchOptions, launch } from './launch.ts';
import { plainEnvironment } from './run-program.ts';

/** The root of the sources, where the launchers run. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The token of all servers in benchmarks. */
export const TOKEN = 'a-token-for-benchmarks-alone';

const MAIN = 'packages/server/src/main.mjs';

/** Two ways to start the same server. */
export const LAUNCHERS = {
  node: [process.execPath, MAIN, 'serve'],
  npm: ['npm', 'start', '--silent', '--'],
} as const;

/** Further options of a server. */
export interface ServerOptions extends Pick<LaunchOptions, 'cores' | 'signal'> {
  /** Further arguments of `prime-registry serve`. */
  readonly args?: readonly string[];
  /** Another checkout of this repository. */
  readonly sources?: string;
  /** Another `prime-registry` than that of the sources: the program, and its arguments before `serve`. */
  readonly installed?: readonly string[];
  /** Further variables of its environment. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/**
 * Starts a server with a new, empty folder and sends one request. `pid` is that of the launcher, which is the
 * server itself for `node`. `stop` also removes the folder.
 * @param compileCache - the compile cache of Node.js; an empty folder makes it a first start. undefined for the one that
 * the server chooses
 */
export async function startServer(
  launcher: keyof typeof LAUNCHERS,
  compileCache: string | undefined,
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

/** The same with an existing data folder, which stays. The default launcher is `node`. */
export async function startServerOn(
  dataFolder: string,
  compileCache: string | undefined,
  {
    launcher = 'node',
    args = [],
    environment,
    sources = ROOT,
    installed,
    cores,
    signal,
  }: ServerOptions & { launcher?: keyof typeof LAUNCHERS },
): Promise<LaunchedServer> {
  const port = await findFreePort();
  const command = installed === undefined ? launcherIn(sources, launcher) : [...installed, 'serve'];
  const settings = ['--port', String(port), '--data', dataFolder];
  return launch({
    command: [...command, ...settings, ...args],
    folder: sources,
    environment: plainEnvironment({
      ...(compileCache !== undefined && { NODE_COMPILE_CACHE: compileCache }),
      PRIME_REGISTRY_TOKEN: TOKEN,
      ...environment,
    }),
    baseUrl: `http://127.0.0.1:${port}`,
    probePath: '/-/health/live',
    cores,
    signal,
  });
}

/** Older checkouts have no such file. */
function launcherIn(sources: string, launcher: keyof typeof LAUNCHERS): readonly string[] {
  if (launcher === 'npm' || existsSync(join(sources, MAIN))) return LAUNCHERS[launcher];
  return [process.execPath, '--import', './scripts/preload.mjs', 'packages/server/src/main.ts', 'serve'];
}
