// Distinguishes an unavailable database (503: disk full, locked, unreadable) from a bug (500).
import { RegistryError } from '@prime-registry/protocol/basics';

// Primary result codes (sqlite.org/rescode.html): PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR,
// CORRUPT, FULL, CANTOPEN, PROTOCOL, NOLFS, NOTADB.
const BUSY = 5;
const UNAVAILABLE = new Set([3, BUSY, 6, 7, 8, 9, 10, 11, 13, 14, 15, 22, 26]);

/** Runs a call of the driver. Errors that mean an unavailable database become `storage_unavailable`. */
export function translateSqliteError<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new RegistryError(
      'storage_unavailable',
      { detail: 'The database of the registry is temporarily unavailable; try again.' },
      { cause: error },
    );
  }
}

/** Whether another process was writing, so that a retry may succeed. */
export function isBusy(error: unknown): boolean {
  const cause = (error as { cause?: { errcode?: number } }).cause;
  return ((cause?.errcode ?? 0) & 0xff) === BUSY;
}

function isUnavailable(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  // The driver's code for a closed database: the process is stopping.
  if (code === 'ERR_INVALID_STATE') return true;
  return errcode !== undefined && UNAVAILABLE.has(errcode & 0xff);
}
