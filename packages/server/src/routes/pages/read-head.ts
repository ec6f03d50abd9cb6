// What the pages of all parts of a version begin with: which version it is, and how it stands.
import type { InventorySummary, VersionRecord } from '@prime-registry/store';
import { type PrimeHead, renderComingPage } from '@prime-registry/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findDeprecation } from '../../actions/lifecycle/find-deprecation.ts';
import { versionNotFound } from '../../actions/not-found.ts';
import { inventoryKey } from '../../actions/read-atoms/inventory-key.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { sendUnready } from '../../http/responses/send-page.ts';
import type { Needs } from '../route-deps.ts';
import { findShownRecord, type ShownRecord, type Subject } from './find-shown-record.ts';
import { readHistory } from './read-prime.ts';

/** A version whose part is shown. */
export interface ShownPart {
  readonly subject: Subject;
  readonly record: VersionRecord;
  readonly head: PrimeHead;
  /** Undefined if its atoms were never read. */
  readonly inventory: InventorySummary | undefined;
  /** The key of its atoms in caches. */
  readonly key: string;
}

/**
 * The version in the path, whose tarball is here.
 * @returns undefined if an answer was sent, because it is still being pulled
 * @throws RegistryError `prime_not_found`, `version_not_found`, `version_removed`, `version_removed_by_law`,
 *   `upstream_unavailable`, `upstream_mismatch`
 */
export async function readPart(
  deps: Needs<'store' | 'mirror'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ShownPart | undefined> {
  const { name, version } = readVersion(request);
  const known = await readHistory(deps, name);
  const shown = await findShownRecord(deps, { name, version, known, isPinned: true });
  if (shown === 'coming') {
    const coming = { name: name.full, version: version.full, origin: known.origin, isPinned: true };
    sendUnready(reply, renderComingPage(coming));
    return undefined;
  }
  if (!shown.isHere) throw await versionNotFound(deps.store, name, version);
  const { subject, record } = shown;
  const inventory = await deps.store.findInventory(name.full, version);
  const key = inventoryKey(name.full, version, record.sha256, inventory);
  return { subject, record, head: describeHead(shown, inventory), inventory, key };
}

export function describeHead(shown: ShownRecord, inventory: InventorySummary | undefined): PrimeHead {
  const { subject, record, isHere, awaitedFrom } = shown;
  const { known, isPinned } = subject;
  const { lifecycle } = known;
  return {
    ...{ record, isHere, awaitedFrom, isPinned, lifecycle },
    latest: known.latest?.full,
    deprecation: lifecycle && findDeprecation(lifecycle, record.version),
    atomCount: inventory?.atomCount,
    versionCount: known.versions.length,
  };
}
