// Copies the missing versions of one Prime.
import { forEachConcurrently } from '@prime-registry/concurrency';
import { identityOfVersion, parseVersion, RegistryError } from '@prime-registry/protocol';
import type { Followed } from '../lists/follow-list.ts';
import type { MirroredLists } from '../lists/mirrored-lists.ts';
import { listSuppliers } from '../suppliers.ts';
import { copyVersion, measureVersion, type VersionToCopy } from './copy-version.ts';
import type { WantedPrime } from './find-names.ts';
import type { SyncAttempts } from './sync-attempts.ts';
import type { SyncDeps } from './sync-deps.ts';

interface SyncPrimeDeps extends SyncDeps {
  readonly lists: MirroredLists;
  /** What the lists have followed, by name; filled by them. */
  readonly followed: ReadonlyMap<string, readonly Followed[]>;
  readonly attempts: SyncAttempts;
}

const VERSIONS_AT_ONCE = 2;

/** Copies a Prime. @throws RegistryError if its list cannot be read, or the upstream does not have it */
export async function syncPrime(deps: SyncPrimeDeps, wanted: WantedPrime): Promise<void> {
  const { upstream, store, lists, onOutcome } = deps;
  const { name } = wanted;
  const suppliers = await listSuppliers(deps, name);
  const place = suppliers.indexOf(upstream);
  if (place === -1) return skipUnsupplied(deps, wanted);
  const here = new Map(
    (await store.listVersions(name.full)).map((listed) => [identityOfVersion(listed.version), listed]),
  );
  // Upstreams before this one are asked too: a Prime that one of them has must come from there.
  const list = await lists.refresh(name, suppliers.slice(0, place + 1));
  // What came from there stays: an upstream may have evicted it.
  if (list === undefined && wanted.isUnlisted) return;
  if (list === undefined)
    throw new RegistryError('prime_not_found', { detail: `${upstream.url} does not have it` });
  if (list.origin !== upstream.url)
    return deps.attempts.skip(wanted, `${list.origin} has it, and is asked before ${upstream.url}`, false);

  const removedHere = new Set(
    (await store.findLifecycle(name.full))?.removed.map(({ identity }) => identity),
  );
  const followed = deps.followed.get(name.full) ?? [];
  const unyanked = new Set(followed.filter(({ kind }) => kind === 'unyanked').map(({ version }) => version));
  for (const each of followed) await onOutcome(each);
  const missing: VersionToCopy[] = [];
  for (const listed of list.versions) {
    const parsed = parseVersion(listed.version);
    if (!parsed.ok) continue;
    const known = here.get(parsed.value.identity);
    if (removedHere.has(parsed.value.identity)) {
      const subject = `${name.full} ${listed.version}`;
      await onOutcome({ kind: 'skipped', subject, message: 'it was removed here' });
    } else if (known === undefined) missing.push({ name, version: parsed.value, listed });
    else if (listed.yanked && !known.yanked)
      await onOutcome({ kind: 'yanked', name: name.full, version: known.version });
    else if (!unyanked.has(known.version))
      await onOutcome({ kind: 'present', name: name.full, version: known.version });
  }
  await forEachConcurrently(missing, { limit: VERSIONS_AT_ONCE }, (each) => copy(deps, each));
}

async function copy(deps: SyncPrimeDeps, toCopy: VersionToCopy): Promise<void> {
  const label = { name: toCopy.name.full, version: toCopy.version.full };
  await deps.attempts.attempt(label, async () => {
    if (deps.isDryRun) {
      const sizeBytes = await measureVersion(deps, toCopy);
      return deps.onOutcome({ kind: 'copied', ...label, sizeBytes });
    }
    const sizeBytes = await copyVersion(deps, toCopy);
    return deps.onOutcome(
      sizeBytes === undefined ? { kind: 'present', ...label } : { kind: 'copied', ...label, sizeBytes },
    );
  });
}

/** Reports why the Prime may not come from this upstream. */
async function skipUnsupplied(deps: SyncPrimeDeps, wanted: WantedPrime): Promise<void> {
  const { upstream, localScopes, store } = deps;
  const { full, scope } = wanted.name;
  if (!upstream.supplies(scope)) return deps.attempts.skip(wanted, `${upstream.url} may not supply it`, true);
  if (localScopes.has(scope))
    return deps.attempts.skip(wanted, 'it belongs to this registry (local-scopes)', true);
  const { isLocalScope, origin } = await store.findStanding(full);
  if (isLocalScope || origin === undefined)
    return deps.attempts.skip(
      wanted,
      'it belongs to this registry: versions of it, or of its scope, were published here',
      true,
    );
  return deps.attempts.skip(wanted, `it came from ${origin}, and stays with that upstream`, false);
}
