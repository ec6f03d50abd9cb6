// The record of a version, for answers that are made of it: from here, or from the upstream that has the version.
import type { PrimeName, Version } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import type { FastifyRequest } from 'fastify';
import { versionNotFound } from '../../actions/not-found.ts';
import type { Needs } from '../route-deps.ts';

/** A version, and whether this registry has it or only knows of it. */
export interface FoundRecord {
  readonly record: VersionRecord;
  readonly isHere: boolean;
}

/**
 * Finds a version, and limits how long the answer may be reused where an upstream can change it.
 * @throws RegistryError if there is no such version, or an upstream that may have it cannot be asked
 */
export async function findRecord(
  { store, mirror, reading }: Needs<'store' | 'mirror' | 'reading'>,
  request: FastifyRequest,
  { name, version }: { readonly name: PrimeName; readonly version: Version },
): Promise<FoundRecord> {
  const here = await store.findVersion(name.full, version);
  const record = here ?? (await mirror.findVersion(name, version));
  // An upstream may change whether the version exists, and whether it is yanked.
  const freshForMs =
    here !== undefined && here.origin === undefined ? undefined : mirror.freshForMs(name, record);
  if (freshForMs !== undefined) reading.responseCache.limit(request, freshForMs);
  if (record === undefined) throw await versionNotFound(store, name, version);
  return { record, isHere: here !== undefined };
}
