// Divides a lookup of atoms into requests.
import { ATOM_LINK_LIMITS } from '@prime-registry/protocol';

// A URL of 8 KiB is accepted by common proxies.
const MAX_URL_LENGTH = 6000;

/** Batches that each fit into one request. */
export function toBatches(ids: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = MAX_URL_LENGTH;
  for (const id of ids) {
    const last = batches.at(-1);
    if (
      last === undefined ||
      last.length === ATOM_LINK_LIMITS.maxIds ||
      length + id.length >= MAX_URL_LENGTH
    ) {
      batches.push([id]);
      length = id.length;
    } else {
      last.push(id);
      length += id.length + 1;
    }
  }
  return batches;
}
