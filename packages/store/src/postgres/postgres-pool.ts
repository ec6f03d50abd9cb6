// Connections to PostgreSQL. A dead connection is dropped once it is noticed, and the next query opens a new
// one, so nothing has to be restarted after a failover.
import type { Pool, PoolConfig } from 'pg';
import pg from 'pg';

const SECOND_MS = 1000;

/** For connecting, and for waiting for a free connection. */
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;

// Settings of a session. Keepalives let the server notice a client that has vanished. Every query of the
// registry finds its rows by keys: a cached plan from the time when a table was small must not scan it after
// it has grown.
const OPTIONS = {
  tcp_keepalives_idle: '15',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  enable_seqscan: 'off',
  jit: 'off',
};

// A statement of the registry takes milliseconds. The lock timeout is that of SQLite. A transaction is idle
// while a tarball is moved into place; one whose process is gone must not keep its locks.
export const SESSION = {
  statement_timeout: 30 * SECOND_MS,
  lock_timeout: 5 * SECOND_MS,
  idle_in_transaction_session_timeout: 60 * SECOND_MS,
  options: Object.entries(OPTIONS)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
} satisfies PoolConfig;

/** The types int8 and numeric (a sum of int8), which are read as numbers: no value exceeds 2^53. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 1700]);

/** Parsers of column values. */
const types = {
  getTypeParser: (oid: number, format?: string) =>
    NUMBER_TYPES.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as NonNullable<PoolConfig['types']>;

/** Creates a pool. @param max - most connections; each is opened when it is needed */
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
    // Sends a query before the response to the previous one has arrived: see pipelined-statement.ts.
    pipeline: true,
    ...session,
  });
  // A query on a broken connection fails by itself. A broken idle connection needs no report.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** No timeouts, for migrations, which may take long and wait for each other. */
export const UNHURRIED: PoolConfig = {};
