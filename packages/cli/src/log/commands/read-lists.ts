// Reads the lists of versions of many Primes: a hundred in a request, where the registry answers so.
import { isAborted, isNotFound, type RegistryClient, RegistryRequestError } from '@prime-registry/client';
import { mapInOrder } from '@prime-registry/concurrency';
import { PRIME_BATCH_LIMITS, type VersionList } from '@prime-registry/protocol';

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
  const parts = mapInOrder(splitNames(names), { limit: REQUESTS, signal }, async (part, end) => {
    let lists: ReadonlyMap<string, VersionList> = new Map();
    try {
      if (isBatching) lists = await readBatch(client, part, end);
    } catch (error) {
      if (!(error instanceof RegistryRequestError) || isAborted(error)) throw error;
      // Another registry may lack the endpoint; if this one is away, the next request says so.
      isBatching = false;
    }
    const found: NamedList[] = [];
    for (const name of part) found.push([name, lists.get(name) ?? (await findList(client, name, end))]);
    return found;
  });
  for await (const part of parts) yield* part;
}

async function readBatch(
  client: RegistryClient,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, VersionList>> {
  const items = names.map((name) => ({ name }));
  return (await client.readPrimes(items, { includeYanked: true, signal })).lists;
}

/** The names of each request. */
function* splitNames(names: Iterable<string>): Iterable<readonly string[]> {
  const { maxItems, maxQueryLength } = PRIME_BATCH_LIMITS;
  let part: string[] = [];
  let length = 0;
  for (const name of names) {
    if (part.length === maxItems || (part.length > 0 && length + name.length + 1 > maxQueryLength)) {
      yield part;
      [part, length] = [[], 0];
    }
    part.push(name);
    length += name.length + 1;
  }
  if (part.length > 0) yield part;
}

async function findList(
  client: RegistryClient,
  name: string,
  signal: AbortSignal,
): Promise<VersionList | undefined> {
  try {
    return await client.versions(name, { includeYanked: true, signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
