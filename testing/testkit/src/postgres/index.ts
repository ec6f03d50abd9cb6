// Entry point for tests that need a real PostgreSQL, separate so that only they load it.
export { connect, createDatabase, createNearDatabase, query, sharedPostgres } from './databases.ts';
export { type PostgresServer, startPostgres } from './start-postgres.ts';
export { type StandbyServer, startStandby } from './start-standby.ts';
