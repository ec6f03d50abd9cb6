// Tells a database that is unavailable (gone, starting, full, only to be read, too busy: a 503) from a mistake of ours
// (a 500).
import { RegistryError } from '@prime-registry/protocol';

// Classes and codes of postgresql.org/docs/current/errcodes-appendix.html: connection, authorization (a password that is
// being changed), no such database, rolled back, no resources, not in the right state, operator's intervention, system,
// configuration file, internal; and transactions that may only read or were idle too long, a right that is missing,
// statements that the server has forgotten or whose tables have changed.
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

/** What the registry says when its database fails. */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof RegistryError || !isUnavailable(error)) return error;
  return new RegistryError(
    'storage_unavailable',
    { detail: 'The database of the registry is unavailable at the moment; try again.' },
    { cause: error },
  );
}

/** Whether the server has undone a transaction that may well succeed when it is run again. */
export function wasRolledBack(error: unknown): boolean {
  const code = sqlStateOf(error);
  // A version or a Prime that somebody refers to has gone in the same moment: the next time it is not found.
  return code === '40001' || code === '40P01' || code === '23503';
}

// Lock not available, a statement that took too long, and what was rolled back: the connection is as good as before.
const CONNECTION_IS_FINE: ReadonlySet<string> = new Set([
  '55P03',
  '57014',
  '40001',
  '40P01',
  '23503',
  '42501',
  '53100',
]);

/** Whether a connection is of no use any more: it is gone, or leads to a server that cannot do what is asked. */
export function hasBrokenConnection(error: unknown): boolean {
  const cause = error instanceof RegistryError ? error.cause : error;
  return isUnavailable(cause) && !CONNECTION_IS_FINE.has(sqlStateOf(cause) ?? '');
}

function isUnavailable(error: unknown): boolean {
  const code = sqlStateOf(error);
  // What does not come from the server is about the way to it; a wrong type is ours.
  if (code === undefined) return error instanceof Error && !(error instanceof TypeError);
  return UNAVAILABLE_CLASSES.has(code.slice(0, 2)) || UNAVAILABLE_CODES.has(code);
}

/** The code that the server gave; undefined for an error that is not the server's. */
function sqlStateOf(error: unknown): string | undefined {
  const cause = error instanceof RegistryError ? error.cause : error;
  const { code, severity } = (cause ?? {}) as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && severity !== undefined ? code : undefined;
}
