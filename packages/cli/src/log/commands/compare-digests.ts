// Compares the digests that a registry serves with those that its log tells: somebody who changes a row of its database
// changes what is installed, and not what the log says. Lists have no digests, so every manifest is read.
import {
  isNotFound,
  type LogMeaning,
  type RegistryClient,
  RegistryRequestError,
} from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import { PRIME_BATCH_LIMITS, primeBatchKey } from '@prime-registry/protocol';
import { ignore } from '../../errors/expected.ts';

/** Single manifests that are read at a time. */
const MANIFEST_LIMIT = 8;
/** Statuses of removed versions. */
const GONE: ReadonlySet<number> = new Set([410, 451]);

/** A version in the log. */
interface LoggedVersion {
  readonly name: string;
  readonly version: string;
  readonly row: number;
  readonly index: number;
}

/** What a registry serves with another digest than its log tells, as sentences. @throws RegistryRequestError */
export async function compareDigests(
  client: RegistryClient,
  logged: LogMeaning['versions'],
  signal: AbortSignal,
): Promise<string[]> {
  const problems: string[] = [];
  for (const versions of batchesOf(logged)) {
    // As many manifests as one request gives; none if the registry answers no such request.
    const read = await client.readPrimes(versions, { signal }).catch(ignore(isStatus));
    await mapConcurrently(versions, { limit: MANIFEST_LIMIT, signal }, async (version, end) => {
      const { name, index } = version;
      // Whether there is one, the lists tell.
      const served =
        read?.manifests.get(keyOf(version)) ??
        (await client.manifest(name, version.version, { signal: end }).catch(ignore(isGone)));
      if (served === undefined || logged.hasDigest(version.row, served.sha256)) return;
      problems.push(
        `${name} ${version.version} is served with the sha256 ${served.sha256}, and has another one in the log (#${index})`,
      );
    });
  }
  return problems.sort();
}

/** The versions that there should be, as many at a time as a request can ask for. Asking for one of a mirror might pull it. */
function* batchesOf(logged: LogMeaning['versions']): Iterable<readonly LoggedVersion[]> {
  const { maxItems, maxQueryLength } = PRIME_BATCH_LIMITS;
  let batch: LoggedVersion[] = [];
  let length = 0;
  for (const name of logged.names) {
    for (const [version, { index, isRemoved, origin }] of logged.listOf(name)) {
      const row = logged.find({ name, version });
      if (row === undefined || isRemoved || origin !== undefined) continue;
      const each = { name, version, row, index };
      const more = keyOf(each).length + 1;
      if (batch.length === maxItems || (batch.length > 0 && length + more > maxQueryLength)) {
        yield batch;
        [batch, length] = [[], 0];
      }
      batch.push(each);
      length += more;
    }
  }
  if (batch.length > 0) yield batch;
}

function isStatus(error: unknown): boolean {
  return error instanceof RegistryRequestError && error.reason === 'status';
}

function isGone(error: unknown): boolean {
  return isNotFound(error) || (error instanceof RegistryRequestError && GONE.has(error.status ?? 0));
}

function keyOf({ name, version }: LoggedVersion): string {
  return primeBatchKey(name, version);
}
