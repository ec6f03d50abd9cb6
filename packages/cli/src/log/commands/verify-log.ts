// `prime log verify`: reads the whole log, and compares what it says with what the registry lists.
import { isNotFound, LogMeaning, type RegistryClient, withoutBuild } from '@prime-registry/client';
import { formatCount, formatNumber, toPrintable } from '@prime-registry/command-line';
import type { VersionList } from '@prime-registry/protocol';
import type { RegistryLogs } from '../registry-logs.ts';
import type { LogVerification } from './log-result.ts';
import { readLists } from './read-lists.ts';
import { readTrustedEntries } from './read-trusted-entries.ts';

/** Problems that are shown to people. */
const SHOWN_PROBLEMS = 50;

/** Reads and judges a log. @throws CommandError with the evidence if it is wrong, or without a log */
export async function verifyLog(
  client: RegistryClient,
  logs: RegistryLogs,
  signal: AbortSignal,
): Promise<LogVerification> {
  const meaning = new LogMeaning();
  const log = logs.of(client);
  const head = await readTrustedEntries(log, logs, { from: 0, signal }, (bytes, index) =>
    meaning.add(bytes, index),
  );
  const backfill = (await log.describe(signal))?.backfill;
  const isComplete = backfill === undefined || backfill.done >= backfill.of;
  const differences = await compareLists(client, meaning, { isComplete, signal });
  return {
    action: 'verify',
    ...{ registry: client.baseUrl, origin: head.origin, entries: head.size },
    ...{ primes: meaning.versions.names.size, versions: meaning.versions.size },
    problems: [...meaning.problems, ...differences.map((message) => ({ message }))],
    unknown_types: [...meaning.unknownTypes].sort(),
  };
}

/** The differences between the log and the lists of versions. */
async function compareLists(
  client: RegistryClient,
  { versions }: LogMeaning,
  { isComplete, signal }: { readonly isComplete: boolean; readonly signal: AbortSignal },
): Promise<string[]> {
  const differences: string[] = [];
  const compare = async (names: Iterable<string>): Promise<void> => {
    for await (const [name, list] of readLists(client, names, signal))
      differences.push(...compareList(name, versions, list, isComplete));
  };
  await compare(versions.names);
  for await (const names of listNames(client, signal))
    await compare(names.filter((name) => !versions.hasName(name)));
  // Each begins with the name of its Prime.
  return differences.sort();
}

function compareList(
  name: string,
  logged: LogMeaning['versions'],
  list: VersionList | undefined,
  isComplete: boolean,
): string[] {
  const listed = new Map(list?.versions.map((entry) => [withoutBuild(entry.version), entry]));
  const problems: string[] = [];
  for (const [version, { isRemoved, isYanked, origin, index }] of logged.listOf(name)) {
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
  if (!isComplete || list?.origin !== undefined) return problems;
  for (const version of listed.keys()) {
    if (logged.find({ name, version }) === undefined)
      problems.push(`${name} ${version} is listed by the registry, and is not in the log`);
  }
  return problems;
}

/** All names of the registry, page by page; none if it does not list them. */
async function* listNames(client: RegistryClient, signal: AbortSignal): AsyncIterable<readonly string[]> {
  let after: string | undefined;
  try {
    do {
      const page = await client.primes({ signal, ...(after !== undefined && { after }) });
      yield page.primes.filter(({ origin }) => origin === undefined).map(({ name }) => name);
      after = page.next;
    } while (after !== undefined);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** The verdict for people. */
export function describeVerification(result: LogVerification): string {
  const { origin, entries, primes, versions, problems, unknown_types: unknown } = result;
  const lines = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ index, message }) => toPrintable(index === undefined ? message : `#${index}: ${message}`));
  const more = problems.length - lines.length;
  if (more > 0) lines.push(`and ${formatNumber(more)} more`);
  if (unknown.length > 0)
    lines.push(toPrintable(`This prime does not know entries of the types ${unknown.join(', ')}.`));
  const read = `${formatCount(entries, 'entry', 'entries')} of ${toPrintable(origin)} have the root that was signed`;
  const found =
    problems.length === 0 ? 'and make sense' : `but ${formatCount(problems.length, 'thing')} in it are wrong`;
  const count = `${formatCount(versions, 'version')} of ${formatCount(primes, 'Prime')}`;
  return [...lines, `${read}, ${found}: ${count}.`].join('\n');
}
