// Moves a Prime to another name: the old one is served as ever, and says where new versions are published.
import { type PrimeName, RegistryError } from '@prime-registry/protocol';
import { requirePrime } from '../tokens/authorize.ts';
import { type LifecycleDeps, type LifecycleRequest, toChange } from './lifecycle-request.ts';
import { requireOwnPrime } from './require-own-prime.ts';

/**
 * Moves a Prime. The new name must have a version that is not yanked: publish the first one there before.
 * @throws RegistryError of requireOwnPrime, `scope_not_allowed` or `prime_not_allowed` for the new name, `move_refused`
 */
export async function movePrime(
  deps: LifecycleDeps,
  request: LifecycleRequest,
  to: PrimeName,
): Promise<void> {
  const { actor, name } = request;
  await requireOwnPrime(deps, request, 'publish');
  requirePrime(actor, to, undefined);
  if (to.full === name.full) throw refused(`${name.full} has this name already.`);
  const { origin } = await deps.store.findStanding(to.full);
  if (origin !== undefined) throw refused(`${to.full} belongs to another registry, ${origin}.`);
  const versions = await deps.store.listVersions(to.full);
  if (!versions.some(({ yanked }) => !yanked))
    throw refused(`${to.full} has no version to install: publish the first one under this name, then move.`);
  await deps.store.movePrime(toChange(deps, request, 'move'), to.full, (next) => {
    if (next !== undefined) throw refused(`${to.full} has itself moved, to ${next}: move there.`);
  });
}

/** Takes a move back. Idempotent. @throws RegistryError of requireOwnPrime */
export async function moveBack(deps: LifecycleDeps, request: LifecycleRequest): Promise<void> {
  await requireOwnPrime(deps, request, 'publish');
  await deps.store.movePrime(toChange(deps, request, 'move'), undefined);
}

function refused(detail: string): RegistryError {
  return new RegistryError('move_refused', { detail });
}
