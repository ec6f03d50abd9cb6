// The place of a version in the signed log, for its page.
import { type PrimeName, parseLogEntry, parseTimestamp, type Version } from '@prime-registry/protocol';
import type { LoggedPlace } from '@prime-registry/web';
import type { Needs } from '../route-deps.ts';

/** Undefined if it is not there yet, or nothing is signed. */
export async function findLoggedPlace(
  { log, store }: Needs<'log' | 'store'>,
  name: PrimeName,
  version: Version,
): Promise<LoggedPlace | undefined> {
  const found = log && (await store.findLoggedVersion(name.full, version));
  if (found === undefined) return undefined;
  const { at, type } = parseLogEntry(found.entry);
  const atMs = parseTimestamp(at);
  return atMs === undefined ? undefined : { index: found.index, atMs, isImported: type === 'import' };
}
