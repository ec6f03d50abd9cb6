// The door to the store in a PostgreSQL database, apart from the other doors: its driver is loaded only where it is used.
export { openPostgresStore, planPostgresMigration } from './open-postgres-store.ts';
