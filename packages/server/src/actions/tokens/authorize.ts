// What an actor may do. Authentication (401) happens before; here a valid token may lack a permission (403).
import {
  formatGrant,
  type Permission,
  type PrimeGrant,
  type PrimeName,
  parseRange,
  RegistryError,
  type Version,
} from '@prime-registry/protocol';
import type { Actor } from './authenticate-token.ts';

/** @throws RegistryError `permission_missing` unless the actor has the permission, or is an admin. */
export function requirePermission({ permissions }: Actor, permission: Permission): void {
  if (permissions.includes(permission) || permissions.includes('admin')) return;
  throw new RegistryError('permission_missing', {
    detail: `This token may ${permissions.join(' and ')}; a token that may ${permission} is needed.`,
  });
}

/**
 * For changes of a whole scope. For those of one Prime, see {@link requirePrime}.
 * @throws RegistryError `scope_not_allowed` unless the actor may write to all of the scope
 */
export function requireScope(actor: Actor, scope: string): void {
  if (mayWriteTo(actor, scope)) return;
  throw new RegistryError('scope_not_allowed', {
    detail: `This token may write to ${describeGrants(actor)}, not to ${scope}.`,
  });
}

/**
 * Requires that the actor may write to a Prime: to all of its scope, or to it.
 * @param version - what is written; undefined for what concerns more than one version, such as a move or a channel
 * @throws RegistryError `scope_not_allowed`, and `prime_not_allowed` for a token that is limited to Primes
 */
export function requirePrime(actor: Actor, name: PrimeName, version: Version | undefined): void {
  if (mayWriteTo(actor, name.scope)) return;
  // A token of a whole scope, or of none.
  if (actor.primes.length === 0) requireScope(actor, name.scope);
  const own = actor.primes.filter((grant) => grant.name === name.full);
  if (own.some(({ range }) => range === undefined || (version !== undefined && covers(range, version))))
    return;
  throw new RegistryError('prime_not_allowed', { detail: explainRefusal(actor, own, name, version) });
}

function mayWriteTo({ scopes }: Actor, scope: string): boolean {
  return scopes.includes(scope) || scopes.includes('*');
}

function covers(range: string, version: Version): boolean {
  const parsed = parseRange(range);
  return parsed.ok && parsed.value.covers(version.full);
}

function explainRefusal(
  actor: Actor,
  own: readonly PrimeGrant[],
  name: PrimeName,
  version: Version | undefined,
): string {
  const may = `This token may write to ${describeGrants(actor)}`;
  if (own.length === 0) return `${may}, not to ${name.full}.`;
  return version === undefined
    ? `${may}, and this concerns all versions of ${name.full}.`
    : `${may}, not to ${name.full} ${version.full}.`;
}

function describeGrants({ scopes, primes }: Actor): string {
  return [...scopes, ...primes.map(formatGrant)].join(', ') || 'no scope';
}
