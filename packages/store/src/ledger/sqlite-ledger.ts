// The parts of the store that short commands need, in plain SQL. The store has the same statements for both engines, and
// the same tests run against both.
import type { DatabaseSync } from 'node:sqlite';
import { connectLedger } from './connection.ts';
import { createLedgerChecks } from './ledger-checks.ts';
import { createLedgerMirrors } from './ledger-mirrors.ts';
import { createLedgerLostVersions, createLedgerReferences } from './ledger-references.ts';
import { createLedgerSignatures } from './ledger-signatures.ts';
import { createLedgerAudit, createLedgerTokens } from './ledger-tokens.ts';

/** The part of the store that needs no query builder. */
export type Ledger = ReturnType<typeof createSqliteLedger>;

export function createSqliteLedger(file: string, database: DatabaseSync) {
  const connection = connectLedger(database);
  return {
    ...createLedgerTokens(connection),
    ...createLedgerAudit(connection),
    ...createLedgerReferences(connection),
    ...createLedgerLostVersions(connection),
    ...createLedgerMirrors(connection),
    ...createLedgerSignatures(connection),
    ...createLedgerChecks(file, connection),
    async close(): Promise<void> {
      connection.close();
    },
  };
}
