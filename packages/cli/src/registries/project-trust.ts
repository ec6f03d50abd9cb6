// How far the settings file of a project is trusted. It comes with a clone, perhaps from an attacker who
// wants to see private names or to receive publishes. It only applies where the user has set nothing, and
// never overrides the user.
import { UsageError } from '@prime-registry/command-line';
import type { Credentials } from '../settings/bearer-token.ts';
import { type EffectiveSettings, getFirst, type Pin } from '../settings/load-settings.ts';

/**
 * The first registry that the user has chosen for a command, as if the project had no file; undefined if
 * there is none. A user may have several registries, and the project must not choose among them either.
 */
export function findOwnFirst({
  registries,
  registriesFrom,
  user,
}: Pick<EffectiveSettings, 'registries' | 'registriesFrom' | 'user'>): string | undefined {
  const [first] = registriesFrom === 'project' ? user.registries : registries;
  return first;
}

/** All registries that the user has ever named, in settings or by a login. */
function listOwn(
  { registries, registriesFrom, user }: EffectiveSettings,
  credentials: Credentials,
): Set<string> {
  const listed = registriesFrom === 'project' ? [] : registries;
  return new Set([...listed, ...user.registries, ...user.scopes.values(), ...credentials.keys()]);
}

/**
 * Whether the pin of a scope applies. It does not if the project's file pins the scope to a registry that is
 * not in `--remote` or PRIME_REGISTRY. Then no registry is contacted, so that none of them learns the name.
 */
export function isFollowed(
  { registry, from }: Pin,
  { registries, registriesFrom }: Pick<EffectiveSettings, 'registries' | 'registriesFrom'>,
): boolean {
  const isListGiven = registriesFrom === 'flag' || registriesFrom === 'environment';
  return from === 'user' || !isListGiven || registries.includes(registry);
}

/** @throws UsageError if the scope has a pin that does not apply */
export function requireFollowed(scope: string, settings: EffectiveSettings): void {
  const pin = settings.pins.get(scope);
  if (pin === undefined || isFollowed(pin, settings)) return;
  const { registry } = pin;
  const [where, remedy] =
    settings.registriesFrom === 'flag'
      ? ['--remote', `'--remote ${registry}'`]
      : ['PRIME_REGISTRY', `${registry} to PRIME_REGISTRY`];
  throw new UsageError(
    `${settings.projectPath} pins ${scope} to ${registry}, which is not in ${where}, so no registry is contacted for ${scope}; ` +
      `if it is the right one, add ${remedy}; otherwise pin the scope yourself: 'prime config set ${scope} <url>'`,
  );
}

/**
 * The registry for writes in a scope: `--remote` if it is given, or the pin of the scope, or the first
 * registry. The project's file may only name the one that the user's own settings lead to, or the only one that
 * the user has.
 * @throws UsageError if none is configured, or if the project's file names another one
 */
export function chooseTarget(scope: string, settings: EffectiveSettings, credentials: Credentials): string {
  const first = getFirst(settings);
  if (settings.registriesFrom === 'flag') return first;
  requireFollowed(scope, settings);
  const target = settings.pins.get(scope)?.registry ?? first;
  const own = settings.user.scopes.get(scope) ?? findOwnFirst(settings);
  if (target === own) return target;
  const known = listOwn(settings, credentials);
  if (known.size === 1 && known.has(target)) return target;
  throw new UsageError(
    `only ${settings.projectPath}, which came with the project, says that ${scope} is published to ${target}; ` +
      `to confirm that registry, add '--remote ${target}', or pin the scope yourself: 'prime config set ${scope} ${target}'`,
  );
}
