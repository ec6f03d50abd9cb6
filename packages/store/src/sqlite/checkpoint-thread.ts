// A worker thread that copies the write-ahead log into the database file: after a large transaction, that takes
// a tenth of a second and longer.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData as string, { timeout: 0 });
// Opens the log: a pragma that reads the file.
database.exec('pragma data_version');
parentPort?.once('message', () => {
  try {
    database.exec('pragma wal_checkpoint(passive)');
  } finally {
    database.close();
  }
});
parentPort?.postMessage('ready');
