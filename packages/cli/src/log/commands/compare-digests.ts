// Compares the digests that a registry gives out with those of its log: somebody who changes a row of its database changes
// what is installed, and not what the log says.
import { isNotFound, type RegistryClient, RegistryRequestError } from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import { PRIME_BATCH_LIMITS, primeBatchKey } from '@prime-registry/protocol';

/** A version that the registry lists, and what the log says of it. */
export interface LoggedDigest {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** The place of its entry. */
  readonly index: number;
}

/** Requests at a time. */
const REQUEST_LIMIT = 4;

/**
 * Reads the manifests of versions, 100 in a request; singly what the registry does not answer so.
 * @returns a sentence for each that differs
 */
export async function compareDigests(
  client: RegistryClient,
  versions: readonly LoggedDigest[],
  signal: AbortSignal,
): Promise<string[]> {
  const options = { limit: REQUEST_LIMIT, signal };
  const problems = await mapConcurrently([...split(versions)], options, async (part, end) => {
    const digests = await readDigests(client, part, end);
    const differences: string[] = [];
    for (const version of part) {
      const problem = await compare(client, version, digests.get(keyOf(version)), end);
      if (problem !== undefined) differences.push(problem);
    }
    return differences;
  });
  return problems.flat();
}

async function compare(
  client: RegistryClient,
  { name, version, sha256: logged, index }: LoggedDigest,
  known: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const sha256 = known ?? (await readDigest(client, name, version, signal));
  if (sha256 === logged) return undefined;
  return sha256 === undefined
    ? `${name} ${version} is listed by the registry, which then has no such version`
    : `${name} ${version} has the sha256 ${sha256} in the registry, and ${logged} in the log (#${index})`;
}

/** The digests by `name@version`, of those that the registry answers together; older ones have no such endpoint. */
async function readDigests(
  client: RegistryClient,
  part: readonly LoggedDigest[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  try {
    const { manifests } = await client.readPrimes(part, { signal });
    return new Map([...manifests].map(([key, { sha256 }]) => [key, sha256]));
  } catch (error) {
    if (!(error instanceof RegistryRequestError) || signal.aborted) throw error;
    return new Map();
  }
}

async function readDigest(
  client: RegistryClient,
  name: string,
  version: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return (await client.manifest(name, version, { signal })).sha256;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** As many as a request can ask for. */
function* split(versions: readonly LoggedDigest[]): Iterable<readonly LoggedDigest[]> {
  const { maxItems, maxQueryLength } = PRIME_BATCH_LIMITS;
  let part: LoggedDigest[] = [];
  let length = 0;
  for (const version of versions) {
    const more = keyOf(version).length + 1;
    if (part.length === maxItems || length + more > maxQueryLength) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(version);
    length += more;
  }
  if (part.length > 0) yield part;
}

function keyOf({ name, version }: LoggedDigest): string {
  return primeBatchKey(name, version);
}
