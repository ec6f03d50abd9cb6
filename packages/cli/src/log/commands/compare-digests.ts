// Compares the digests that a registry serves with those that its log tells. Lists have none, so every manifest is read.
import {
  isNotFound,
  type LogMeaning,
  type RegistryClient,
  type RegistryManifest,
  RegistryRequestError,
} from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import { PRIME_BATCH_LIMITS, primeBatchKey } from '@prime-registry/protocol';

/** Single manifests that are read at a time. */
const MANIFEST_LIMIT = 8;

/** A version in the log. */
interface LoggedDigest {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly index: number;
}

/** What a registry serves with another digest than its log tells, as sentences. @throws RegistryRequestError */
export async function compareDigests(
  client: RegistryClient,
  meaning: LogMeaning,
  signal: AbortSignal,
): Promise<string[]> {
  const problems: string[] = [];
  for (const versions of batchesOf(meaning)) {
    const manifests = await readBatch(client, versions, signal);
    await mapConcurrently(versions, { limit: MANIFEST_LIMIT, signal }, async (version, end) => {
      const served = manifests.get(keyOf(version)) ?? (await findManifest(client, version, end));
      if (served === undefined || served.sha256 === version.sha256) return;
      const { name, index, sha256 } = version;
      problems.push(
        `${name} ${version.version} has the sha256 ${sha256} according to the log (#${index}), and the registry serves ${served.sha256}`,
      );
    });
  }
  return problems.sort();
}

/** The versions that there should be, some at a time. */
function* batchesOf({ primes }: LogMeaning): Generator<readonly LoggedDigest[]> {
  let batch: LoggedDigest[] = [];
  for (const [name, versions] of primes) {
    for (const [version, { sha256, index, isRemoved }] of versions) {
      if (isRemoved) continue;
      batch.push({ name, version, sha256, index });
      if (batch.length < PRIME_BATCH_LIMITS.maxItems) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** As many manifests as one request gives; none if the registry answers no such request. */
async function readBatch(
  client: RegistryClient,
  versions: readonly LoggedDigest[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RegistryManifest>> {
  try {
    return (await client.readPrimes(versions, { signal })).manifests;
  } catch (error) {
    if (error instanceof RegistryRequestError && error.reason === 'status') return new Map();
    throw error;
  }
}

/** The manifest of a version; undefined if there is none, which the lists tell. */
async function findManifest(
  client: RegistryClient,
  { name, version }: LoggedDigest,
  signal: AbortSignal,
): Promise<RegistryManifest | undefined> {
  try {
    return await client.manifest(name, version, { signal });
  } catch (error) {
    if (isNotFound(error) || (error instanceof RegistryRequestError && GONE.has(error.status ?? 0)))
      return undefined;
    throw error;
  }
}

/** Statuses of removed versions. */
const GONE: ReadonlySet<number> = new Set([410, 451]);

function keyOf({ name, version }: LoggedDigest): string {
  return primeBatchKey(name, version);
}
