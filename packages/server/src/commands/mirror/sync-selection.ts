// What `mirror sync` copies, and how fast, by its flags.
import { type Flags, UsageError } from '@prime-registry/command-line';
import { parsePrimeName, parseScope } from '@prime-registry/protocol';
import type { ServerSettings } from '../../config/server-settings.ts';
import type { SyncSelection } from '../../mirror/sync/find-names.ts';
import type { UpstreamSettings } from '../../mirror/upstreams/upstream.ts';
import { listOf, readParsed } from '../read-options.ts';

/** Requests a second to each upstream. */
export const DEFAULT_RATE = 20;
const MAX_RATE = 10_000;

/** The names to copy. @throws UsageError if the upstream may not supply one */
export function readSelection(
  flags: Flags,
  settings: ServerSettings,
  upstream: UpstreamSettings,
): SyncSelection {
  const primes = listOf(flags.prime) ?? [];
  for (const name of primes) {
    const { scope } = readParsed(parsePrimeName(name), '--prime');
    requireSupplied(scope, `--prime ${name}`, settings, upstream);
  }
  const scopes = listOf(flags.scope) ?? [];
  for (const scope of scopes)
    requireSupplied(readParsed(parseScope(scope), '--scope'), `--scope ${scope}`, settings, upstream);
  const selection = { primes, scopes: scopesOf(scopes, primes, upstream) };
  if (flags.after === undefined) return selection;
  const after = readParsed(parsePrimeName(String(flags.after)), '--after');
  if (selection.scopes.length === 0) throw new UsageError('--after: is for scopes, not for --prime alone');
  return { ...selection, after: after.full };
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
