// Entry point: tokens and audit log of a SQLite store, for commands that need nothing else. It loads no query
// builder, no migrations and no search.
export { AUDIT_ACTIONS } from '../contracts/audit-store.ts';
export { openSqliteLedger } from './open-sqlite-ledger.ts';
export type { Ledger } from './sqlite-ledger.ts';
