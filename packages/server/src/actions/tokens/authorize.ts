// What an actor may do. Authentication (401) happens before; here a valid token may lack a permission (403).
import { type Permission, RegistryError } from '@prime-registry/protocol';
import type { Actor } from './authenticate-token.ts';

/** @throws RegistryError `permission_missing` unless the actor has the permission, or is an admin. */
export function requirePermission({ permissions }: Actor, permission: Permission): void {
  if (permissions.includes(permission) || permissions.includes('admin')) return;
  throw new RegistryError('permission_missing', {
    detail: `This token may ${permissions.join(' and ')}; a token that may ${permission} is needed.`,
  });
}

/** @throws RegistryError `scope_not_allowed` unless the actor may write to the scope. */
export function requireScope({ scopes }: Actor, scope: string): void {
  if (scopes.includes(scope) || scopes.includes('*')) return;
  throw new RegistryError('scope_not_allowed', {
    detail: `This token may write to ${scopes.join(', ') || 'no scope'}, not to ${scope}.`,
  });
}
