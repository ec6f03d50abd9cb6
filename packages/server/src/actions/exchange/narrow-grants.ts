// What a token may do that is exchanged for something that may do more. It never may do more itself.
import {
  formatGrant,
  isRangeWithin,
  type Parsed,
  PERMISSIONS,
  type Permission,
  type PrimeGrant,
  quote,
  scopeOf,
  type TokenScope,
} from '@prime-registry/protocol';

/**
 * Narrows what a token may do. Permissions that are not asked for are those of the token, without `admin`: a token that
 * lives minutes never has it. Scopes and Primes that are not asked for are those of the token, if none of either is.
 * @returns a rejection that names what the token does not have
 */
export function narrowGrants(from: TokenScope, wanted: TokenScope): Parsed<TokenScope> {
  const permissions = narrowPermissions(from.permissions, wanted.permissions);
  if (!permissions.ok) return permissions;
  const asksForPlaces = wanted.scopes.length + wanted.primes.length > 0;
  if (!asksForPlaces) return accept({ ...from, permissions: permissions.value });
  for (const scope of wanted.scopes)
    if (!hasScope(from, scope)) return reject(`it may not write to ${scope === '*' ? 'all scopes' : scope}`);
  for (const grant of wanted.primes)
    if (!hasPrime(from, grant)) return reject(`it may not write to ${formatGrant(grant)}`);
  return accept({ permissions: permissions.value, scopes: wanted.scopes, primes: wanted.primes });
}

function narrowPermissions(
  from: readonly Permission[],
  wanted: readonly Permission[],
): Parsed<readonly Permission[]> {
  if (wanted.includes('admin')) return reject(`${quote('admin')} is for tokens that an operator has created`);
  const has = PERMISSIONS.filter(
    (permission) => permission !== 'admin' && (from.includes(permission) || from.includes('admin')),
  );
  const missing = wanted.find((permission) => !has.includes(permission));
  if (missing !== undefined) return reject(`it may not ${missing}`);
  return accept(wanted.length > 0 ? wanted : has);
}

function hasScope({ scopes }: TokenScope, scope: string): boolean {
  return scopes.includes('*') || scopes.includes(scope);
}

function hasPrime(from: TokenScope, { name, range }: PrimeGrant): boolean {
  if (hasScope(from, scopeOf(name))) return true;
  return from.primes.some(
    (own) =>
      own.name === name &&
      (own.range === undefined || (range !== undefined && isRangeWithin(range, own.range))),
  );
}

function accept<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

function reject(message: string): Parsed<never> {
  return { ok: false, message };
}
