// Reads the lists of versions of many Primes: a hundred in a request, where the registry answers so.
import {
  type BatchItem,
  isAborted,
  type RegistryClient,
  RegistryRequestError,
  splitBatch,
} from '@prime-registry/client';
import { mapInOrder } from '@prime-registry/concurrency';
import type { VersionList } from '@prime-registry/protocol';
import { ignoreAbsent } from '../../registries/ignore-absent.ts';

/** Requests at a time. */
const REQUESTS = 3;

/** A Prime and its list with yanked versions; undefined if the registry does not have it. */
export type NamedList = readonly [name: string, list: VersionList | undefined];

/** Yields the lists in the order of the names. @throws RegistryRequestError */
export async function* readLists(
  client: RegistryClient,
  names: Iterable<string>,
  signal: AbortSignal,
): AsyncIterable<NamedList> {
  let isBatching = true;
  const parts = mapInOrder(splitBatch(toItems(names)), { limit: REQUESTS, signal }, async (part, end) => {
    let lists: ReadonlyMap<string, VersionList> = new Map();
    try {
      if (isBatching) lists = await readBatch(client, part, end);
    } catch (error) {
      if (!(error instanceof RegistryRequestError) || isAborted(error)) throw error;
      // Another registry may lack the endpoint; if this one is away, the next request says so.
      isBatching = false;
    }
    const found: NamedList[] = [];
    for (const { name } of part) {
      const list =
        lists.get(name) ??
        (await client.versions(name, { includeYanked: true, signal: end }).catch(ignoreAbsent));
      found.push([name, list]);
    }
    return found;
  });
  for await (const part of parts) yield* part;
}

function* toItems(names: Iterable<string>): Iterable<BatchItem> {
  for (const name of names) yield { name };
}

async function readBatch(
  client: RegistryClient,
  items: readonly BatchItem[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, VersionList>> {
  return (await client.readPrimes(items, { includeYanked: true, signal })).lists;
}
