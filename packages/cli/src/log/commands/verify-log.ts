// `prime log verify`: reads the whole log, and compares what it says with what the registry lists.
import { isNotFound, LogMeaning, type RegistryClient, withoutBuild } from '@prime-registry/client';
import { formatCount, formatNumber, toPrintable } from '@prime-registry/command-line';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { VersionList } from '@prime-registry/protocol';
import type { RegistryLogs } from '../registry-logs.ts';
import { compareDigests, type LoggedDigest } from './compare-digests.ts';
import { LogCopy } from './copy-log.ts';
import type { LogVerification } from './log-result.ts';
import { readTrustedEntries } from './read-trusted-entries.ts';

/** Lists that are read at a time. */
const LIST_LIMIT = 8;
/** Primes whose lists are in memory at a time. */
const NAMES_AT_A_TIME = 500;
/** Problems that are shown to people. */
const SHOWN_PROBLEMS = 50;

type LoggedVersions = NonNullable<ReturnType<LogMeaning['primes']['get']>>;

/** Reads and judges a log, and keeps a copy of it if asked. @throws CommandError with the evidence if it is wrong, or without a log */
export async function verifyLog(
  client: RegistryClient,
  logs: RegistryLogs,
  { signal, copyFolder }: { readonly signal: AbortSignal; readonly copyFolder: string | undefined },
): Promise<LogVerification> {
  const meaning = new LogMeaning();
  const copy = copyFolder === undefined ? undefined : new LogCopy(copyFolder);
  const log = logs.of(client);
  const head = await readTrustedEntries(log, logs, { from: 0, signal }, (bytes, index) => {
    meaning.add(bytes, index);
    copy?.add(bytes);
  });
  copy?.finish(head);
  const backfill = (await log.describe(signal))?.backfill;
  const isComplete = backfill === undefined || backfill.done >= backfill.of;
  const differences = await compareLists(client, meaning, { isComplete, signal });
  let versions = 0;
  for (const each of meaning.primes.values()) versions += each.size;
  return {
    action: 'verify',
    ...{ registry: client.baseUrl, origin: head.origin, entries: head.size },
    ...{ primes: meaning.primes.size, versions },
    problems: [...meaning.problems, ...differences.map((message) => ({ message }))],
    unknown_types: [...meaning.unknownTypes].sort(),
  };
}

/** The differences between the log and what the registry says of its versions. */
async function compareLists(
  client: RegistryClient,
  { primes }: LogMeaning,
  { isComplete, signal }: { readonly isComplete: boolean; readonly signal: AbortSignal },
): Promise<string[]> {
  const names = [...new Set([...primes.keys(), ...(await listNames(client, signal))])].sort();
  const problems: string[] = [];
  // Some at a time, so that memory does not grow with the registry.
  for (let from = 0; from < names.length; from += NAMES_AT_A_TIME) {
    const part = names.slice(from, from + NAMES_AT_A_TIME);
    const lists = await mapConcurrently(part, { limit: LIST_LIMIT, signal }, (name, end) =>
      findList(client, name, end),
    );
    const here = part.map((name, at) => ({ name, logged: primes.get(name) ?? new Map(), list: lists[at] }));
    for (const { name, logged, list } of here) problems.push(...compareList(name, logged, list, isComplete));
    const digests = here.flatMap(({ name, logged, list }) => findDigests(name, logged, list));
    problems.push(...(await compareDigests(client, digests, signal)));
  }
  return problems;
}

/** The versions of this registry that are listed and in the log. Asking for one of a mirror might pull it. */
function findDigests(name: string, logged: LoggedVersions, list: VersionList | undefined): LoggedDigest[] {
  if (list === undefined) return [];
  return list.versions.flatMap(({ version }) => {
    const state = logged.get(withoutBuild(version));
    if (state === undefined || state.isRemoved || state.origin !== undefined) return [];
    return [{ name, version, sha256: state.sha256, index: state.index }];
  });
}

function compareList(
  name: string,
  logged: LoggedVersions,
  list: VersionList | undefined,
  isComplete: boolean,
): string[] {
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
  if (!isComplete || list?.origin !== undefined) return problems;
  for (const version of listed.keys()) {
    if (!logged.has(version))
      problems.push(`${name} ${version} is listed by the registry, and is not in the log`);
  }
  return problems;
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
    } while (after !== undefined);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return names;
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
    problems.length === 0
      ? 'and make sense'
      : `but ${formatCount(problems.length, 'thing')} in it ${problems.length === 1 ? 'is' : 'are'} wrong`;
  const count = `${formatCount(versions, 'version')} of ${formatCount(primes, 'Prime')}`;
  return [...lines, `${read}, ${found}: ${count}.`].join('\n');
}
