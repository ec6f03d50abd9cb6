// A streaming standby of a PostgreSQL server (postgresql.org/docs/current/warm-standby.html).
import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { eventually } from '../eventually.ts';
import { query } from './databases.ts';
import { type PostgresServer, startPostgres } from './start-postgres.ts';

/** A server that follows another one, asynchronously. It answers reads. */
export interface StandbyServer extends PostgresServer {
  /** Resolves when it has everything that the other one has now. */
  catchUp(): Promise<void>;
  /** Stops following: what the other one commits from now on does not arrive. */
  cutOff(): Promise<void>;
  /** Makes it a server of its own. */
  promote(): Promise<void>;
}

/** Starts a standby from a copy of a running server. */
export async function startStandby(primary: PostgresServer): Promise<StandbyServer> {
  const server = await startPostgres({}, (folder) => copyOnline(primary, folder));
  const url = server.urlOf('postgres');
  return {
    ...server,
    async catchUp() {
      const [now] = await query(primary.urlOf('postgres'), 'select pg_current_wal_lsn()::text as at');
      await eventually(async () => {
        const text = `select pg_last_wal_replay_lsn() >= '${now?.at}' as "isThere"`;
        if ((await query(url, text))[0]?.isThere !== true)
          throw new Error(`the standby is not at ${now?.at}`);
      });
    },
    async cutOff() {
      await query(url, "alter system set primary_conninfo = ''");
      await query(url, 'select pg_reload_conf()');
      await eventually(async () => {
        const rows = await query(url, 'select pid from pg_stat_wal_receiver');
        if (rows.length > 0) throw new Error('the standby still receives');
      });
    },
    async promote() {
      await query(url, 'select pg_promote()');
    },
  };
}

/** Left out of a copy (postgresql.org/docs/current/continuous-archiving.html, section "Making a Base Backup Using the Low Level API"). */
const NOT_COPIED: ReadonlySet<string> = new Set(['postmaster.pid', 'postmaster.opts']);

async function copyOnline(primary: PostgresServer, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.urlOf('postgres') });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    cpSync(primary.dataFolder, folder, {
      recursive: true,
      filter: (path) => !NOT_COPIED.has(basename(path)),
    });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(folder, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  writeFileSync(join(folder, 'standby.signal'), '');
  const { hostname, port, username } = new URL(primary.urlOf('postgres'));
  appendFileSync(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username}'\n`,
  );
}
