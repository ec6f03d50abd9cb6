// PostgreSQL for the benchmark of large registries: a server of its own, whose data stays if the run is interrupted.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type PostgresServer, query, startPostgres } from '@prime-registry/testkit/postgres';
import { openPostgresStore } from '../../../packages/store/src/postgres/open-postgres-store.ts';
import { createPool } from '../../../packages/store/src/postgres/postgres-pool.ts';
import { findProgram } from '../../processes/find-program.ts';
import { explainPostgres } from '../plans/explain-postgres.ts';
import { recordPostgres } from '../plans/record-postgres.ts';
import type { Engine, Explainer, ScaleDatabase } from './engine.ts';
import { openPostgresFill } from './postgres-fill.ts';

/** Those of a database server with a few GiB of memory. It does not sync: what is compared are queries. */
const SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  maintenance_work_mem: '1GB',
  max_parallel_maintenance_workers: '2',
  wal_level: 'minimal',
  max_wal_senders: '0',
};
const CONNECTIONS = 10;

const SIZES = `
  select relname as table, pg_total_relation_size(oid)::float8 as bytes from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace order by bytes desc`;

/** Starts the server, with the data of an interrupted run. @param folder - for data folders and backups */
export async function openPostgresEngine(folder: string): Promise<Engine> {
  const kept = join(tmpdir(), 'prime-scale-postgres');
  const server = await startPostgres(
    SETTINGS,
    existsSync(kept) ? (dataFolder) => rename(kept, dataFolder) : undefined,
  );
  return {
    title: 'PostgreSQL',
    async openDatabase(name) {
      const [known] = await query(
        server.urlOf('postgres'),
        `select 1 from pg_database where datname = '${name}'`,
      );
      if (known === undefined) await query(server.urlOf('postgres'), `create database ${name}`);
      const dataFolder = join(folder, name);
      await mkdir(dataFolder, { recursive: true });
      return createDatabase(server.urlOf(name), dataFolder, await findProgram('pg_dump'));
    },
    async close(isDone) {
      await server.stop('fast');
      if (!isDone) await keepData(server, kept);
      await rm(dirname(server.dataFolder), { recursive: true, force: true });
    },
  };
}

async function keepData({ dataFolder }: PostgresServer, kept: string): Promise<void> {
  await rename(dataFolder, kept);
  console.error(
    `The databases are kept in ${kept}: the next run goes on with them. Remove it to start again.`,
  );
}

function createDatabase(url: string, dataFolder: string, pgDump: string | undefined): ScaleDatabase {
  return {
    dataFolder,
    environment: { PRIME_REGISTRY_DATABASE: url },
    openStore: () => openPostgresStore(url, CONNECTIONS),
    openFill: () => openPostgresFill(url),
    openExplainer: () => openExplainer(url),
    record: recordPostgres,
    listSizes: async () =>
      (await query(url, SIZES)).map(({ table, bytes }) => ({ table: String(table), bytes: Number(bytes) })),
    backUp:
      pgDump === undefined
        ? undefined
        : async (target, signal) => {
            const flags = ['--format=custom', '--compress=1', `--file=${target}`];
            await promisify(execFile)(pgDump, [...flags, url], { signal });
          },
  };
}

/** With the settings of a server's connections. */
async function openExplainer(url: string): Promise<Explainer> {
  const pool = createPool(url, 1);
  const client = await pool.connect();
  return {
    explain: (statement) => explainPostgres(client, statement),
    async [Symbol.asyncDispose]() {
      client.release();
      await pool.end();
    },
  };
}
