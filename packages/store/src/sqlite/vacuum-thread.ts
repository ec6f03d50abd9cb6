// A worker thread that writes the file of a database again, which takes some tenths of a second, and copies the log of
// that into the file.
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

const { file, timeoutMs } = workerData as { readonly file: string; readonly timeoutMs: number };
const database = new DatabaseSync(file, { timeout: timeoutMs });
try {
  database.exec('vacuum');
  database.exec('pragma wal_checkpoint(truncate)');
} finally {
  database.close();
}
