// Entry point: the store in one SQLite file.
export { openSqliteStore, planSqliteMigration } from './open-sqlite-store.ts';
