// A real PostgreSQL in a temporary folder. It ends with the test process, even if that is killed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgresProgram, type PostgresProgram } from './postgres-program.ts';

const START_TIMEOUT_MS = 120_000;
/** The variable with the path at which the processes of a test run share an empty cluster; `npm test` sets it. */
const SHARED_CLUSTER = 'TEST_POSTGRES_CLUSTER';

/** A database server. Anyone who starts it must remove it. */
export interface PostgresServer {
  /** The URL of a database, which must be created first. */
  urlOf(database: string): string;
  /**
   * The same over a Unix socket, which takes a third of the time of a small statement less than TCP, on both sides. For what reads no
   * host or port from it.
   */
  nearUrlOf(database: string): string;
  readonly dataFolder: string;
  /** Stops it, cleanly or as a crash. Its data stays. */
  stop(manner?: 'fast' | 'crash'): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

// However this process ends, its end of the pipe closes. The shell then stops the server and removes the
// folder.
const GUARD = `
"$@" & server=$!
read -r manner
case "$manner" in crash) kill -QUIT $server ;; *) kill -INT $server ;; esac
wait $server
[ -n "$manner" ] || rm -rf "$PWD"
`;

/**
 * Starts a server.
 * @param settings - in addition to the defaults for tests
 * @param fillFolder - puts the data into this folder of its account, which does not exist yet; default an empty cluster
 * @throws Error with the server's log if it does not start
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  fillFolder?: (dataFolder: string) => Promise<void>,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'prime-postgres-'));
  chmodSync(folder, 0o700);
  const dataFolder = join(folder, 'data');
  if (fillFolder !== undefined) await fillFolder(dataFolder);
  else copyShared(dataFolder);
  const program = findPostgresProgram(folder);
  if (!existsSync(dataFolder)) {
    makeData(program);
    share(dataFolder);
  }
  const port = await findPort();
  const allSettings = { ...SETTINGS, ...settings };
  let stop = await run(program, port, allSettings);
  const urlOf = (database: string) =>
    `postgres://postgres:a-password-of-the-test@127.0.0.1:${port}/${database}`;
  return {
    urlOf,
    nearUrlOf(database) {
      if (process.platform === 'win32') return urlOf(database);
      const socket = {
        host: folder,
        port: String(port),
        user: 'postgres',
        password: 'a-password-of-the-test',
      };
      return `postgres:///${database}?${new URLSearchParams(socket)}`;
    },
    dataFolder,
    stop: (manner = 'fast') => stop(`${manner}\n`),
    async start() {
      stop = await run(program, port, allSettings);
    },
    remove: () => stop(''),
  };
}

/**
 * Copies the empty cluster of the test run, if a process has made it: initdb takes several times the processor time of a copy.
 * The owner must be set.
 */
function copyShared(dataFolder: string): void {
  const shared = process.env[SHARED_CLUSTER];
  if (shared !== undefined && existsSync(shared)) cpSync(shared, dataFolder, { recursive: true });
}

/** Keeps a copy of an empty cluster for the other processes of the test run, if there is one. */
function share(dataFolder: string): void {
  const shared = process.env[SHARED_CLUSTER];
  if (shared === undefined) return;
  const copy = `${shared}-${process.pid}`;
  cpSync(dataFolder, copy, { recursive: true });
  try {
    renameSync(copy, shared);
  } catch {
    // Another process was faster.
    rmSync(copy, { recursive: true });
  }
}

function makeData({ pathOf, options }: PostgresProgram): void {
  const flags = ['-D', 'data', '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8'];
  const { status, stderr, error } = spawnSync(pathOf('initdb'), [...flags, '--locale=C'], {
    ...options,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`initdb failed: ${error ?? stderr}`);
}

// Test data does not have to survive a power failure.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'fatal',
};

/**
 * @returns a function that stops the server: any text goes to the guard, the empty text also removes the
 * folder
 */
async function run(
  { pathOf, options }: PostgresProgram,
  port: number,
  given: Readonly<Record<string, string>>,
): Promise<(manner: string) => Promise<void>> {
  // After a crash, the old file still says "ready".
  rmSync(join(options.cwd, 'data', 'postmaster.pid'), { force: true });
  const settings = { ...given, port, unix_socket_directories: options.cwd };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const guard = spawn('sh', ['-c', GUARD, 'guard', pathOf('postgres'), '-D', 'data', ...flags], {
    ...options,
    // A separate process group, so that Ctrl-C in the terminal reaches only the tests.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let log = '';
  guard.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-8000);
  });
  let hasEnded = false;
  const closed = once(guard, 'close').then(() => {
    hasEnded = true;
  });
  guard.stdin.on('error', () => undefined);
  for (const giveUpAt = Date.now() + START_TIMEOUT_MS; !isReady(options.cwd); await delay(20)) {
    if (Date.now() < giveUpAt && !hasEnded) continue;
    guard.stdin.end();
    await closed;
    throw new Error(`PostgreSQL did not start: ${log}`);
  }
  // Does not keep the test process alive.
  const parts = [guard, guard.stdin, guard.stderr] as unknown as { ref(): void; unref(): void }[];
  for (const part of parts) part.unref();
  return async (manner) => {
    for (const part of parts) part.ref();
    guard.stdin.end(manner);
    await closed;
  };
}

/** Line 8 of postmaster.pid is the state (postgresql.org/docs/current/storage-file-layout.html). */
function isReady(folder: string): boolean {
  try {
    const state = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8')
      .split('\n')[7]
      ?.trim();
    return state === 'ready' || state === 'standby';
  } catch {
    return false;
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
