// The connection of a ledger: statements, and transactions that wait for other processes without blocking the thread.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { AuditEntry } from '../contracts/audit-store.ts';
import { toAuditRow } from '../sql/audit-row.ts';
import { translateSqliteError } from '../sqlite/translate-sqlite-error.ts';
import { waitForLock } from '../sqlite/wait-for-lock.ts';

/** Nobody waits for a command in a request, and servers that publish a lot leave the lock for moments only. */
const GIVE_UP_AFTER_MS = 30_000;

/** Values of named parameters, without their colon. */
export type Values = Record<string, SQLInputValue>;

/** Runs the statements of a ledger. Every failure of the database is a RegistryError `storage_unavailable`. */
export interface LedgerConnection {
  /** The rows of a query. @typeParam Row - its columns */
  select<Row extends object>(text: string, values?: Values): Row[];
  /** Inserts a row. @param row - its keys are columns */
  insert(table: string, row: object): void;
  /** Inserts an entry of the audit log, in the transaction of what it records. */
  record(entry: AuditEntry): void;
  /**
   * Runs work in a write transaction, one at a time. Commits it, or rolls it back if the work fails.
   * @throws RegistryError `storage_unavailable` if it cannot begin for 30 seconds, and what the work throws
   */
  transact<T>(work: () => T | Promise<T>): Promise<T>;
  close(): void;
}

export function connectLedger(database: DatabaseSync): LedgerConnection {
  let last: Promise<unknown> = Promise.resolve();
  const insert: LedgerConnection['insert'] = (table, row) => {
    const columns = Object.keys(row);
    const slots = columns.map((column) => `:${column}`);
    translateSqliteError(() =>
      database
        .prepare(`insert into ${table} (${columns.join(', ')}) values (${slots.join(', ')})`)
        .run(row as Values),
    );
  };
  return {
    select: <Row extends object>(text: string, values: Values = {}) =>
      translateSqliteError(() => database.prepare(text).all(values)) as Row[],
    insert,
    record: (entry) => insert('audit_log', toAuditRow(entry)),
    transact(work) {
      const running = last.then(() => transact(database, work));
      last = running.catch(() => undefined);
      return running;
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

async function transact<T>(database: DatabaseSync, work: () => T | Promise<T>): Promise<T> {
  // Set here and not at the start: opening waits, transactions retry.
  translateSqliteError(() => database.exec('pragma busy_timeout = 0'));
  await waitForLock(() => translateSqliteError(() => database.exec('begin immediate')), {
    giveUpAfterMs: GIVE_UP_AFTER_MS,
  });
  try {
    const result = await work();
    translateSqliteError(() => database.exec('commit'));
    return result;
  } catch (error) {
    // The engine has rolled back by itself after some errors, such as a full disk.
    if (database.isOpen && database.isTransaction) database.exec('rollback');
    throw error;
  }
}
