// How far the word of a project's file goes. It comes with a clone, perhaps from somebody who would like to see what is asked
// for or to be sent what is published: it fills in where the user says nothing, and never holds against the user's own words.
import { UsageError } from '@prime-registry/command-line';
import type { Credentials } from '../settings/credentials.ts';
import { type EffectiveSettings, getFirst, type Pin } from '../settings/load-settings.ts';

/** Whether the user, and not only the project's file, says that a registry is one of theirs. */
export function isOwnChoice(
  registry: string,
  { registries, registriesFrom, user }: EffectiveSettings,
  credentials: Credentials,
): boolean {
  const own = [...user.registries, ...user.scopes.values(), ...credentials.keys()];
  return own.includes(registry) || (registriesFrom !== 'project' && registries.includes(registry));
}

/**
 * Whether a scope is asked of the registry it is pinned to: not when the project's file pins it to one that is not among
 * those of `--remote` or PRIME_REGISTRY. Nobody is asked then, so that the name is told neither to the one nor to the others.
 */
export function isFollowed(
  { registry, from }: Pin,
  { registries, registriesFrom }: Pick<EffectiveSettings, 'registries' | 'registriesFrom'>,
): boolean {
  const isListGiven = registriesFrom === 'flag' || registriesFrom === 'environment';
  return from === 'user' || !isListGiven || registries.includes(registry);
}

/** @throws UsageError when the scope has a pin that is not followed */
export function requireFollowed(scope: string, settings: EffectiveSettings): void {
  const pin = settings.pins.get(scope);
  if (pin === undefined || isFollowed(pin, settings)) return;
  const { registry } = pin;
  const [where, remedy] =
    settings.registriesFrom === 'flag'
      ? ['--remote', `'--remote ${registry}'`]
      : ['PRIME_REGISTRY', `${registry} to PRIME_REGISTRY`];
  throw new UsageError(
    `${settings.projectPath} pins ${scope} to ${registry}, which ${where} does not name, so nobody is asked for ${scope}; ` +
      `if it is the right one, add ${remedy}, else pin the scope yourself: 'prime config set ${scope} <url>'`,
  );
}

/**
 * The registry that Primes of a scope are written to: `--remote` when it is given, else the pin of the scope, else the first.
 * @throws UsageError when none is configured, and when only the project's file says that it is this one
 */
export function chooseTarget(scope: string, settings: EffectiveSettings, credentials: Credentials): string {
  const first = getFirst(settings);
  if (settings.registriesFrom === 'flag') return first;
  requireFollowed(scope, settings);
  const target = settings.pins.get(scope)?.registry ?? first;
  if (isOwnChoice(target, settings, credentials)) return target;
  throw new UsageError(
    `only ${settings.projectPath} says that ${scope} is written to ${target}, and that file came with the project; ` +
      `if you mean that registry, say so with '--remote ${target}'`,
  );
}
