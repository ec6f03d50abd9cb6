// A real PostgreSQL in a temporary folder, for the tests of one process. It goes when that does, also when it is killed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgresProgram, type PostgresProgram } from './postgres-program.ts';

const START_TIMEOUT_MS = 30_000;

/** A database server. Whoever starts it removes it. */
export interface PostgresServer {
  /** The address of a database, which has to be made first. */
  urlOf(database: string): string;
  /** Ends it, as an operator would, or as a crash: its data stays. */
  stop(manner?: 'fast' | 'crash'): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** Ends it and removes all that it has. */
  remove(): Promise<void>;
}

// Whatever becomes of this process, its end of the pipe is closed: the shell ends the server then, and removes its folder.
const GUARD = `
"$@" & server=$!
read -r manner
case "$manner" in crash) kill -QUIT $server ;; *) kill -INT $server ;; esac
wait $server
[ -n "$manner" ] || rm -rf "$PWD"
`;

/** Starts a server. @param settings - beside those that every test has @throws Error with what it said when it does not start */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'prime-postgres-'));
  chmodSync(folder, 0o700);
  const program = findPostgresProgram(folder);
  makeData(program);
  const port = await findPort();
  const allSettings = { ...SETTINGS, ...settings };
  let stop = await run(program, port, allSettings);
  return {
    urlOf: (database) => `postgres://postgres:a-password-of-the-test@127.0.0.1:${port}/${database}`,
    stop: (manner = 'fast') => stop(`${manner}\n`),
    async start() {
      stop = await run(program, port, allSettings);
    },
    remove: () => stop(''),
  };
}

function makeData({ pathOf, options }: PostgresProgram): void {
  const flags = ['-D', 'data', '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8'];
  const { status, stderr, error } = spawnSync(pathOf('initdb'), [...flags, '--locale=C'], {
    ...options,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`initdb failed: ${error ?? stderr}`);
}

// What a test has written need not survive a power failure.
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

/** @returns what stops it: what is written to the guard, nothing to have its folder removed */
async function run(
  { pathOf, options }: PostgresProgram,
  port: number,
  given: Readonly<Record<string, string>>,
): Promise<(manner: string) => Promise<void>> {
  // That of a server that has crashed says that it is ready.
  rmSync(join(options.cwd, 'data', 'postmaster.pid'), { force: true });
  const settings = { ...given, port, unix_socket_directories: options.cwd };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const guard = spawn('sh', ['-c', GUARD, 'guard', pathOf('postgres'), '-D', 'data', ...flags], {
    ...options,
    // A group of its own: an interrupt from the terminal is for the tests.
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
  // Nobody has to wait for it; the tests may end.
  const parts = [guard, guard.stdin, guard.stderr] as unknown as { ref(): void; unref(): void }[];
  for (const part of parts) part.unref();
  return async (manner) => {
    for (const part of parts) part.ref();
    guard.stdin.end(manner);
    await closed;
  };
}

/** Line 8 of the file is the state (postgresql.org/docs/current/storage-file-layout.html, postmaster.pid). */
function isReady(folder: string): boolean {
  try {
    return (
      readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8')
        .split('\n')[7]
        ?.trim() === 'ready'
    );
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
