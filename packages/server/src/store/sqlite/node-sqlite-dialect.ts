// Kysely's SQLite dialect over the platform's own driver: no native module to compile.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';
import { translateSqliteError } from './translate-sqlite-error.ts';

// Every query of the server is one of a few dozen texts; preparing one costs as much as running it.
const MAX_PREPARED_STATEMENTS = 200;

/** Makes the dialect; driver errors come out of it as RegistryErrors where the database is at fault. */
export function nodeSqliteDialect(database: DatabaseSync): SqliteDialect {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = translateSqliteError(() => wrap(database.prepare(sql)));
    if (prepared.size >= MAX_PREPARED_STATEMENTS) prepared.clear();
    prepared.set(sql, statement);
    return statement;
  };
  return new TransactionalSqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => prepare(translateSqliteError(() => toStatement(sql, database))),
    },
  });
}

/** SQLite can undo changes of tables like any other: migrations are one transaction, and two processes do not mix theirs. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** What is run for a statement of Kysely's. */
function toStatement(sql: string, database: DatabaseSync): string {
  // Every transaction of ours writes. Where the write lock is taken at its start, another process waits its turn; taking it
  // in the middle would fail at once when the other one wrote in between.
  if (sql === 'begin') return 'begin immediate';
  // SQLite rolls back by itself when the disk is full (sqlite.org/lang_transaction.html, section 3). To do it again is an
  // error, which would hide the one that matters.
  if (sql === 'rollback' && !database.isTransaction) return 'select 1';
  return sql;
}

function wrap(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => translateSqliteError(() => statement.all(...(parameters as SQLInputValue[]))),
    run: (parameters) => translateSqliteError(() => statement.run(...(parameters as SQLInputValue[]))),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
