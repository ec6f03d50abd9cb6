// `prime log verify`: reads the whole log, and compares what it says with what the registry lists.
import { isNotFound, LogMeaning, type RegistryClient, withoutBuild } from '@prime-registry/client';
import { formatCount, formatNumber, toPrintable } from '@prime-registry/command-line';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { VersionList } from '@prime-registry/protocol';
import { CommandError } from '../../errors/command-error.ts';
import type { RegistryLogs } from '../registry-logs.ts';
import { compareDigests } from './compare-digests.ts';
import type { LogVerification } from './log-result.ts';
import { readTrustedEntries } from './read-trusted-entries.ts';

/** Lists that are read at a time. */
const LIST_LIMIT = 8;
/** Problems that are shown to people. */
const SHOWN_PROBLEMS = 50;
/** Differences that are kept. */
const MOST_DIFFERENCES = 1000;
/** Names that are read: a registry could list any number. */
const MOST_NAMES = 1_000_000;
/** How often lists are compared again with what was logged in the meantime. */
const ATTEMPTS = 5;

/** How to verify a log. */
export interface VerifyOptions {
  /** Whether to read every manifest, for its digest. */
  readonly hasDigests: boolean;
  readonly signal: AbortSignal;
}

/** Reads and judges a log. @throws CommandError with the evidence if it is wrong, or without a log */
export async function verifyLog(
  client: RegistryClient,
  logs: RegistryLogs,
  { hasDigests, signal }: VerifyOptions,
): Promise<LogVerification> {
  const meaning = new LogMeaning();
  const log = logs.of(client);
  const readFrom = (from: number) =>
    readTrustedEntries(log, logs, { from, signal }, (bytes, index) => meaning.add(bytes, index));
  let head = await readFrom(0);
  const { done = 0, of = 0 } = (await log.describe(signal))?.backfill ?? {};
  const missing = Math.max(0, of - done);
  const names = [...new Set([...meaning.primes.keys(), ...(await listNames(client, signal))])].sort();
  let compared = await compareLists(client, meaning, names, { signal });
  // What is changed while the lists are read is in them, and not in the head.
  for (let attempt = 1; attempt < ATTEMPTS && listDifferences(compared, missing).length > 0; attempt += 1) {
    const newer = await readFrom(head.size);
    if (newer.size <= head.size) break;
    head = newer;
    compared = await compareLists(client, meaning, names, { signal, before: compared });
  }
  const swapped = hasDigests ? await compareDigests(client, meaning, signal) : [];
  const differences = [...listDifferences(compared, missing), ...swapped];
  let versions = 0;
  for (const each of meaning.primes.values()) versions += each.size;
  const unlogged = countUnlogged(compared);
  return {
    action: 'verify',
    ...{ registry: client.baseUrl, origin: head.origin, entries: head.size },
    ...{ primes: meaning.primes.size, versions },
    problem_count: meaning.problemCount + differences.length,
    problems: [
      ...meaning.problems,
      ...differences.slice(0, MOST_DIFFERENCES).map((message) => ({ message })),
    ],
    ...(missing > 0 && { not_logged_yet: unlogged }),
    unknown_types: [...meaning.unknownTypes].sort(),
  };
}

/** How the list of a Prime differs from the log. */
interface ListComparison {
  readonly problems: readonly string[];
  /** Versions that are listed, and not in the log. */
  readonly unlogged: readonly string[];
}

type Comparisons = ReadonlyMap<string, ListComparison>;

function countUnlogged(compared: Comparisons): number {
  let count = 0;
  for (const { unlogged } of compared.values()) count += unlogged.length;
  return count;
}

/**
 * The differences as sentences.
 * @param missing - how many versions the registry says it has still to take in: more than these cannot be missing
 */
function listDifferences(compared: Comparisons, missing: number): string[] {
  const isExplained = countUnlogged(compared) <= missing;
  return [...compared].flatMap(([name, { problems, unlogged }]) => [
    ...problems,
    ...(isExplained
      ? []
      : unlogged.map((version) => `${name} ${version} is listed by the registry, and is not in the log`)),
  ]);
}

/**
 * Compares lists of versions with the log. @param before - if given, only names that differed are looked at again
 * @returns those that differ
 */
async function compareLists(
  client: RegistryClient,
  { primes }: LogMeaning,
  names: readonly string[],
  { signal, before }: { readonly signal: AbortSignal; readonly before?: Comparisons },
): Promise<Comparisons> {
  const chosen = before === undefined ? names : [...before.keys()];
  const differing = new Map<string, ListComparison>();
  await mapConcurrently(chosen, { limit: LIST_LIMIT, signal }, async (name, end) => {
    const list = await findList(client, name, end);
    const compared = compareList(name, primes.get(name) ?? new Map(), list);
    if (compared.problems.length + compared.unlogged.length > 0) differing.set(name, compared);
  });
  return new Map([...differing].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function compareList(
  name: string,
  logged: NonNullable<ReturnType<LogMeaning['primes']['get']>>,
  list: VersionList | undefined,
): ListComparison {
  const listed = new Map(list?.versions.map((entry) => [withoutBuild(entry.version), entry]));
  const problems: string[] = [];
  for (const [version, { isRemoved, isYanked, origin, index }] of logged) {
    const entry = listed.get(version);
    // A mirror evicts what nobody asks for.
    if (entry === undefined && !isRemoved && origin === undefined)
      problems.push(`${name} ${version} is in the log (#${index}), and the registry does not list it`);
    if (entry !== undefined && isRemoved)
      problems.push(`${name} ${version} was removed according to the log, and the registry lists it`);
    if (entry !== undefined && (entry.yanked === true) !== isYanked)
      problems.push(
        `${name} ${version} is ${isYanked ? '' : 'not '}yanked according to the log, and the registry says otherwise`,
      );
  }
  // A mirror lists what it has not pulled yet.
  const isMirrored = list?.origin !== undefined;
  const unlogged = isMirrored ? [] : [...listed.keys()].filter((version) => !logged.has(version));
  return { problems, unlogged };
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

/** All names of the registry; none if it does not list them. */
async function listNames(client: RegistryClient, signal: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  let after: string | undefined;
  try {
    do {
      const page = await client.primes({ signal, ...(after !== undefined && { after }) });
      names.push(...page.primes.filter(({ origin }) => origin === undefined).map(({ name }) => name));
      after = page.next;
      if (names.length > MOST_NAMES)
        throw new CommandError(`${client.baseUrl} lists more than ${MOST_NAMES} Primes`, {
          code: 'log_too_long',
        });
    } while (after !== undefined);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return names;
}

/** The verdict for people. */
export function describeVerification(result: LogVerification): string {
  const { origin, entries, primes, versions, problems, problem_count: problemCount } = result;
  const { unknown_types: unknown, not_logged_yet: unlogged } = result;
  const lines = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ index, message }) => toPrintable(index === undefined ? message : `#${index}: ${message}`));
  const more = problemCount - lines.length;
  if (more > 0) lines.push(`and ${formatNumber(more)} more`);
  if (unlogged !== undefined)
    lines.push(
      `${formatCount(unlogged, 'listed version')} are not in the log: the registry says that it is still taking in older ones.`,
    );
  if (unknown.length > 0)
    lines.push(toPrintable(`This prime does not know entries of the types ${unknown.join(', ')}.`));
  const read = `${formatCount(entries, 'entry', 'entries')} of ${toPrintable(origin)} have the root that was signed`;
  const found =
    problemCount === 0 ? 'and make sense' : `but ${formatCount(problemCount, 'thing')} in it are wrong`;
  const count = `${formatCount(versions, 'version')} of ${formatCount(primes, 'Prime')}`;
  return [...lines, `${read}, ${found}: ${count}.`].join('\n');
}
