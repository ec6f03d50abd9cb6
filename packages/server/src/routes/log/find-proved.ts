// Finds what is proved of a version: its entry in the log, or the proof of the registry that it came from.
import { type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import type { OriginProof } from '@prime-registry/store';
import { versionNotFound } from '../../actions/not-found.ts';
import type { PlacedEntry } from '../../log/registry-log.ts';
import type { Needs } from '../route-deps.ts';
import { requireSize } from './log-answer.ts';

/** After how many seconds to ask again for the entry of an older version. */
const RETRY_AFTER_S = '60';

/** @returns `own` for a version that only the log of this registry has */
export async function findOriginProof(
  { store, mirror }: Needs<'store' | 'mirror'>,
  name: PrimeName,
  version: Version,
): Promise<OriginProof | 'own'> {
  const found = await mirror.findOriginProof(name, version);
  if (found === undefined) throw await versionNotFound(store, name, version);
  if (found !== 'not-yet') return found;
  throw new RegistryError('not_logged_yet', {
    detail: `${name.full} ${version.full} is on its way from another registry, which has not proved yet that it is in its log; try again later.`,
    headers: { 'Retry-After': RETRY_AFTER_S },
  });
}

/** The entry of the log. @throws RegistryError of a version that is not in it */
export async function findLoggedEntry(
  { store }: Needs<'store'>,
  name: PrimeName,
  version: Version,
): Promise<PlacedEntry> {
  const found = await store.findLoggedVersion(name.full, version);
  if (found !== undefined) return found;
  if ((await store.findVersion(name.full, version)) === undefined)
    throw await versionNotFound(store, name, version);
  throw new RegistryError('not_logged_yet', {
    detail: `${name.full} ${version.full} is from before the log, which is taking in older versions; try again later.`,
    headers: { 'Retry-After': RETRY_AFTER_S },
  });
}

/** @throws RegistryError `not_found` if a log of this size does not have the entry */
export function requireWithin(size: number, { index }: PlacedEntry, newest: number): void {
  requireSize('size', size, newest);
  if (index < size) return;
  throw new RegistryError('not_found', {
    detail: `The version is entry ${index}, which a log of ${size} entries does not have; ask for at least ${index + 1}.`,
  });
}
