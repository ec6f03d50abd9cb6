// Deprecates versions: they stay, but a consumer who installs one learns why not to, and what to use instead.
import { findSuccessorCircle, MAX_DEPRECATIONS, RegistryError } from '@prime-registry/protocol';
import type { DeprecationRecord } from '@prime-registry/store';
import { type LifecycleDeps, type LifecycleRequest, toChange } from './lifecycle-request.ts';
import { requireOwnPrime } from './require-own-prime.ts';

/**
 * Sets the deprecation of a range.
 * @throws RegistryError of requireOwnPrime, `invalid_request`
 */
export async function deprecate(
  deps: LifecycleDeps,
  request: LifecycleRequest,
  deprecation: Omit<DeprecationRecord, 'setAtMs'>,
): Promise<void> {
  await requireOwnPrime(deps, request, 'publish');
  const circle = findSuccessorCircle({ name: request.name.full, ...deprecation });
  if (circle !== undefined) throw refused(request, 'successor', circle);
  await deps.store.setDeprecation(toChange(deps, request, 'deprecate'), deprecation, (others) => {
    if (others < MAX_DEPRECATIONS) return;
    const message = `there are ${MAX_DEPRECATIONS} deprecations already: take one back, or deprecate a wider range`;
    throw refused(request, 'range', message);
  });
}

function refused({ name }: LifecycleRequest, field: string, message: string): RegistryError {
  return new RegistryError('invalid_request', {
    detail: `${name.full}: ${field === 'range' ? '' : `${field} `}${message}.`,
    errors: [{ field, message }],
  });
}

/**
 * Takes the deprecation of exactly this range back.
 * @throws RegistryError of requireOwnPrime, `deprecation_not_found`
 */
export async function undeprecate(
  deps: LifecycleDeps,
  request: LifecycleRequest,
  range: string,
): Promise<void> {
  await requireOwnPrime(deps, request, 'publish');
  if (await deps.store.removeDeprecation(toChange(deps, request, 'undeprecate'), range)) return;
  const ranges =
    (await deps.store.findLifecycle(request.name.full, { withRemoved: false }))?.deprecations ?? [];
  const known = ranges.map((deprecation) => `'${deprecation.range}'`).join(', ');
  throw new RegistryError('deprecation_not_found', {
    detail: `${request.name.full} has no deprecation of '${range}'${known === '' ? '' : `; there are: ${known}`}.`,
  });
}
