// `prime log verify`: reads the whole log, and compares what it says with what the registry lists.
import { compareHeads, LogMeaning, type RegistryClient } from '@prime-registry/client';
import { throwLogError } from '../explain-log-error.ts';
import { NODE_CRYPTO } from '../node-crypto.ts';
import type { RegistryLogs } from '../registry-logs.ts';
import { compareDigests } from './compare-digests.ts';
import { compareAllLists, compareLists, type ListDifferences } from './compare-lists.ts';
import { LogCopy } from './copy-log.ts';
import type { LogVerification } from './log-result.ts';
import { readTrustedEntries } from './read-trusted-entries.ts';

/** Differences that are kept. */
const MOST_DIFFERENCES = 1000;
/** How often lists are compared again with what was logged in the meantime. */
const ATTEMPTS = 5;

/** How to verify a log. */
export interface VerifyOptions {
  /** Whether to read every manifest, for its digest. */
  readonly hasDigests: boolean;
  /** Where to keep a copy of the entries. */
  readonly copyFolder: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads and verifies a log, and keeps a copy of it on request.
 * @throws CommandError with the evidence if the log is wrong, or if there is none
 */
export async function verifyLog(
  client: RegistryClient,
  logs: RegistryLogs,
  { hasDigests, copyFolder, signal }: VerifyOptions,
): Promise<LogVerification> {
  const meaning = new LogMeaning();
  const { versions } = meaning;
  await using copy = copyFolder === undefined ? undefined : await LogCopy.open(copyFolder, signal);
  const log = logs.of(client);
  const readFrom = (from: number) =>
    readTrustedEntries(log, logs, { from, signal }, (bytes, index) => {
      meaning.add(bytes, index);
      copy?.add(bytes);
    });
  let head = await readFrom(0);
  const { done = 0, of = 0 } = (await log.describe(signal))?.backfill ?? {};
  const missing = Math.max(0, of - done);
  let compared = await compareAllLists(client, versions, signal);
  // The lists may have changes that are newer than the head.
  for (
    let attempt = 1;
    attempt < ATTEMPTS && describeDifferences(compared, missing).length > 0;
    attempt += 1
  ) {
    const newer = await readFrom(head.size);
    if (newer.size <= head.size) break;
    head = newer;
    compared = await compareLists(client, versions, compared.keys(), signal);
  }
  // The copy may remember more than this user, such as in a job that keeps nothing else.
  await copy?.finish(head, async (seen) => {
    const { stateFolder } = logs;
    const place = { registry: client.baseUrl, stateFolder, consequence: 'The copy was not changed' };
    await compareHeads(client, { seen, shown: head }, NODE_CRYPTO, signal).catch(throwLogError(place));
  });
  const swapped = hasDigests ? await compareDigests(client, versions, signal) : [];
  const differences = [...describeDifferences(compared, missing), ...swapped];
  return {
    action: 'verify',
    ...{ registry: client.baseUrl, origin: head.origin, entries: head.size },
    ...{ primes: versions.names.size, versions: versions.size },
    problem_count: meaning.problemCount + differences.length,
    problems: [
      ...meaning.problems,
      ...differences.slice(0, MOST_DIFFERENCES).map((message) => ({ message })),
    ],
    ...(missing > 0 && { not_logged_yet: countUnlogged(compared) }),
    unknown_types: [...meaning.unknownTypes].sort(),
  };
}

function countUnlogged(compared: ListDifferences): number {
  let count = 0;
  for (const { unlogged } of compared.values()) count += unlogged.length;
  return count;
}

/**
 * The differences as sentences, by name.
 * @param missing - how many versions the registry says it has still to take in: more than these cannot be missing
 */
function describeDifferences(compared: ListDifferences, missing: number): string[] {
  const isExplained = countUnlogged(compared) <= missing;
  return [...compared]
    .flatMap(([name, { problems, unlogged }]) => [
      ...problems,
      ...(isExplained ? [] : unlogged).map(
        (version) => `${name} ${version} is listed by the registry, and is not in the log`,
      ),
    ])
    .sort();
}
