// Distinguishes an unavailable database (503: down, starting, full, read-only, too busy) from a bug (500).
import { RegistryError } from '@prime-registry/protocol';

// postgresql.org/docs/current/errcodes-appendix.html. Classes: connection, authorization (a password that is
// being changed), unknown database, rollback, insufficient resources, object state, operator intervention,
// system error, configuration file, internal error. Codes: read-only transaction, idle transaction,
// transaction timeout, missing privilege, unknown prepared statement, prepared statement of a changed table.
const UNAVAILABLE_CLASSES: ReadonlySet<string> = new Set([
  '08',
  '28',
  '3D',
  '40',
  '53',
  '55',
  '57',
  '58',
  'F0',
  'XX',
]);
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  '25006',
  '25P03',
  '25P04',
  '42501',
  '26000',
  '0A000',
]);

/**
 * Turns an error of an unavailable database into `storage_unavailable`.
 * @returns any other error unchanged
 */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof RegistryError || !isUnavailable(error)) return error;
  return new RegistryError(
    'storage_unavailable',
    { detail: 'The database of the registry is temporarily unavailable; try again.' },
    { cause: error },
  );
}

/** Whether the server rolled back a transaction that may succeed in a retry. */
export function wasRolledBack(error: unknown): boolean {
  const code = sqlStateOf(error);
  // 23503: a referenced version or Prime was removed at the same time. The retry does not find it.
  return code === '40001' || code === '40P01' || code === '23503';
}

/** Whether the error only says that an earlier statement of the transaction has failed. */
export function isAftermath(error: unknown): boolean {
  return sqlStateOf(error) === '25P02';
}

// Lock timeout, canceled statement, rollback, missing privilege, full disk: the connection remains usable.
const CONNECTION_IS_FINE: ReadonlySet<string> = new Set([
  '55P03',
  '57014',
  '40001',
  '40P01',
  '23503',
  '42501',
  '53100',
]);

/** Whether a connection is unusable: it is broken, or its server cannot do the work. */
export function hasBrokenConnection(error: unknown): boolean {
  const cause = error instanceof RegistryError ? error.cause : error;
  return isUnavailable(cause) && !CONNECTION_IS_FINE.has(sqlStateOf(cause) ?? '');
}

/**
 * Whether a transaction failed because its connection is unusable. Statements report that as `storage_unavailable`;
 * any other error is of the work itself, which would fail again.
 */
export function isDatabaseGone(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'storage_unavailable' && hasBrokenConnection(error);
}

function isUnavailable(error: unknown): boolean {
  const code = sqlStateOf(error);
  // An error that is not from the server is about the connection. A TypeError is a bug.
  if (code === undefined) return error instanceof Error && !(error instanceof TypeError);
  return UNAVAILABLE_CLASSES.has(code.slice(0, 2)) || UNAVAILABLE_CODES.has(code);
}

/** The SQLSTATE of the server; undefined for an error that is not from the server. */
function sqlStateOf(error: unknown): string | undefined {
  const cause = error instanceof RegistryError ? error.cause : error;
  const { code, severity } = (cause ?? {}) as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && severity !== undefined ? code : undefined;
}
