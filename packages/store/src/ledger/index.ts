// Entry point: the parts of a SQLite store that short commands need. It loads no query builder, no migrations and no
// search.
export { AUDIT_ACTIONS } from '../contracts/audit-store.ts';
export { openSqliteLedger } from './open-sqlite-ledger.ts';
export type { Ledger } from './sqlite-ledger.ts';
