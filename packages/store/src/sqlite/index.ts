// Entry point: the store in one SQLite file.
export {
  type CopyContents,
  copySqliteDatabase,
  findNeededBlobs,
  findSqliteVersions,
  readSqliteCopy,
  readSqliteTombstones,
  readSqliteVersions,
} from './copy-database.ts';
export { openSqliteStore, planSqliteMigration } from './open-sqlite-store.ts';
