// Entry point: the store in a PostgreSQL database. It is separate so that only its users load the driver.
export { openPostgresStore, planPostgresMigration } from './open-postgres-store.ts';
