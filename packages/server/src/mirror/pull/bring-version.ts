// Pulls a version for a page, and waits only as long as people like to wait.
import { setTimeout as delay } from 'node:timers/promises';
import { type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import type { Mirror } from '../mirror.ts';

/** How long a page waits for a version. */
const PATIENCE_MS = 3000;

/** The result of the wait. The record is of a version that was refused here: only its manifest is known. */
export type Arrival = 'here' | 'coming' | 'absent' | { readonly record: VersionRecord };

/**
 * Pulls a version.
 * @throws RegistryError `upstream_unavailable`, `upstream_mismatch`, `storage_unavailable`
 */
export async function bringVersion(
  mirror: Pick<Mirror, 'pull'>,
  name: PrimeName,
  version: Version,
): Promise<Arrival> {
  const arriving = waitFor(mirror, name, version);
  return Promise.race([arriving, delay(PATIENCE_MS, 'coming' as const, { ref: false })]);
}

async function waitFor(mirror: Pick<Mirror, 'pull'>, name: PrimeName, version: Version): Promise<Arrival> {
  const pull = await mirror.pull(name, version);
  if (pull === undefined) return 'absent';
  const failure = await pull.kept;
  if (failure === undefined) return 'here';
  const { error } = failure;
  const isRefusal = error instanceof RegistryError && error.status < 500;
  if (!isRefusal) throw error;
  return { record: pull.record };
}
