// The program that checks a database as `verify` does: `node find-defects-program.ts <data folder>`, with
// PRIME_REGISTRY_DATABASE for PostgreSQL. It prints the seconds and the defects as JSON. SQLite checks a file without ever
// returning to the event loop, so only a process of its own can be interrupted.
import { openPostgresStore } from '../../packages/store/src/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../packages/store/src/sqlite/open-sqlite-store.ts';
import { databaseIn } from '../corpus/fill-database.ts';

const CONNECTIONS = 3;

const { PRIME_REGISTRY_DATABASE: url = '' } = process.env;
const dataFolder = process.argv[2] ?? '';
const store = await (url === ''
  ? openSqliteStore(databaseIn(dataFolder))
  : openPostgresStore(url, CONNECTIONS));
const startMs = performance.now();
const defects = await store.findDefects();
console.log(JSON.stringify({ seconds: (performance.now() - startMs) / 1000, defects }));
await store.close();
