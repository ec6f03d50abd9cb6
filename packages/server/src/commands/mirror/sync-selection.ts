// What `mirror sync` copies, and how fast, by its flags.
import { type Flags, UsageError } from '@prime-registry/command-line';
import { parsePrimeName, parseScope } from '@prime-registry/protocol';
import type { ServerSettings } from '../../config/server-settings.ts';
import type { SyncSelection } from '../../mirror/sync/find-names.ts';
import type { UpstreamSettings } from '../../mirror/upstreams/upstream.ts';

/** Requests a second to each upstream. */
export const DEFAULT_RATE = 20;
const MAX_RATE = 10_000;

/** The names to copy. @throws UsageError if the upstream may not supply one */
export function readSelection(
  flags: Flags,
  settings: ServerSettings,
  upstream: UpstreamSettings,
): SyncSelection {
  const primes = asList(flags.prime).map((name) => {
    const parsed = parsePrimeName(name);
    if (!parsed.ok) throw new UsageError(`--prime: ${parsed.message}`);
    requireSupplied(parsed.value.scope, `--prime ${name}`, settings, upstream);
    return name;
  });
  const scopes = asList(flags.scope).map((scope) => {
    const parsed = parseScope(scope);
    if (!parsed.ok) throw new UsageError(`--scope: ${parsed.message}`);
    requireSupplied(scope, `--scope ${scope}`, settings, upstream);
    return scope;
  });
  const selection = { primes, scopes: scopesOf(scopes, primes, upstream) };
  if (flags.after === undefined) return selection;
  const after = parsePrimeName(String(flags.after));
  if (!after.ok) throw new UsageError(`--after: ${after.message}`);
  if (selection.scopes.length === 0) throw new UsageError('--after: is for scopes, not for --prime alone');
  return { ...selection, after: after.value.full };
}

/** All that the upstream may supply, unless something is selected. */
function scopesOf(
  scopes: readonly string[],
  primes: readonly string[],
  upstream: UpstreamSettings,
): SyncSelection['scopes'] {
  if (scopes.length > 0 || primes.length > 0) return scopes;
  return upstream.scopes.includes('*') ? '*' : upstream.scopes;
}

function requireSupplied(
  scope: string,
  option: string,
  { localScopes }: ServerSettings,
  { url, scopes }: UpstreamSettings,
): void {
  if (localScopes.includes(scope))
    throw new UsageError(`${option}: ${scope} belongs to this registry alone (local-scopes)`);
  if (!scopes.includes('*') && !scopes.includes(scope))
    throw new UsageError(`${option}: ${url} may not supply ${scope}; its scopes are ${scopes.join(', ')}`);
}

/** Requests a second to each upstream. @throws UsageError */
export function readRate(value: Flags[string]): number {
  if (value === undefined) return DEFAULT_RATE;
  const rate = /^[0-9]{1,5}(\.[0-9]{1,3})?$/.test(String(value)) ? Number(value) : Number.NaN;
  if (rate > 0 && rate <= MAX_RATE) return rate;
  throw new UsageError(`--rate: '${value}' is not a number of requests a second; use 20, 0.5 or the like`);
}

function asList(value: Flags[string]): readonly string[] {
  return Array.isArray(value) ? value : [];
}
