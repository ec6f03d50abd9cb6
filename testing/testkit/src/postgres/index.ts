// The door to a real PostgreSQL, apart from the others: only tests that need one pay for it.
export { createDatabase, query, sharedPostgres } from './databases.ts';
export { type PostgresServer, startPostgres } from './start-postgres.ts';
