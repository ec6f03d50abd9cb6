// By which registries the settings let a name be resolved.
import type { RegistryClient, ResolverOptions } from '@prime-registry/client';
import { choose } from '../settings/choices.ts';
import { isFollowed, requireFollowed } from './project-trust.ts';
import type { RegistryAccess } from './registry-access.ts';

/** The rules of a resolver, for all that resolves. Its `checkScope` throws UsageError for a scope whose pin does not apply. */
export function readResolverRules({ settings, clientFor }: Pick<RegistryAccess, 'settings' | 'clientFor'>) {
  const followed = [...settings.pins].filter(([, pin]) => isFollowed(pin, settings));
  return {
    registries: settings.registries.map(clientFor),
    pins: new Map(followed.map(([scope, { registry }]) => [scope, clientFor(registry)])),
    checkScope: (scope) => requireFollowed(scope, settings),
    fallback: choose('fallback', settings).value === 'name' ? 'name' : 'version',
  } satisfies ResolverOptions<RegistryClient>;
}
