// Connections to PostgreSQL. A dead one is dropped when that is noticed, and a new one made for whoever asks next: after a
// fail-over nothing has to be started again.
import type { Pool, PoolConfig } from 'pg';
import pg from 'pg';

const SECOND_MS = 1000;

/** For connecting, and for waiting until one of the connections is free. */
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;

// Settings that a session may make for itself. A server whose client is gone without a word has to notice it. Every query of
// ours finds its rows by keys: a plan that was made while a table was small, and is kept, must not read all of it when it has
// grown.
const OPTIONS = {
  tcp_keepalives_idle: '15',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  enable_seqscan: 'off',
  jit: 'off',
};

// A statement of ours takes milliseconds. A lock is waited for as long as SQLite's. A transaction is idle while a tarball is
// put in place; one whose process is gone must not keep its locks.
export const SESSION = {
  statement_timeout: 30 * SECOND_MS,
  lock_timeout: 5 * SECOND_MS,
  idle_in_transaction_session_timeout: 60 * SECOND_MS,
  options: Object.entries(OPTIONS)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
} satisfies PoolConfig;

/** Whole numbers of eight bytes, and the sums of such, are numbers: none of ours is beyond 2^53. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 1700]);

/** How the values of columns are read. */
const types = {
  getTypeParser: (oid: number, format?: string) =>
    NUMBER_TYPES.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as NonNullable<PoolConfig['types']>;

/** Makes a pool of at most so many connections, none of which is made before it is needed. */
export function createPool(url: string, max: number, session: PoolConfig = SESSION): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 300 * SECOND_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 15 * SECOND_MS,
    application_name: 'prime-registry',
    types,
    // A query is sent while the answer to another is on its way: see pipelined-statement.ts.
    pipeline: true,
    ...session,
  });
  // Whoever uses a connection that breaks is told by the query; of one that nobody uses nobody need know.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** For migrations, which may take long and wait for each other. */
export const UNHURRIED: PoolConfig = {};
