// Compares the lists of versions of a registry with what its log says.
import { isNotFound, type LogMeaning, type RegistryClient, withoutBuild } from '@prime-registry/client';
import type { VersionList } from '@prime-registry/protocol';
import { CommandError } from '../../errors/command-error.ts';
import { readLists } from './read-lists.ts';

/** Names that are read: a registry could list any number. */
const MOST_NAMES = 1_000_000;

/** How the list of a Prime differs from the log. */
interface ListDifference {
  /** Sentences. */
  readonly problems: readonly string[];
  /** Versions that are listed, and not in the log. */
  readonly unlogged: readonly string[];
}

/** The Primes whose lists differ, by name. */
export type ListDifferences = ReadonlyMap<string, ListDifference>;

/** Compares all lists. @throws CommandError `log_too_long`, RegistryRequestError */
export async function compareAllLists(
  client: RegistryClient,
  logged: LogMeaning['versions'],
  signal: AbortSignal,
): Promise<ListDifferences> {
  const differences = new Map(await compareLists(client, logged, logged.names, signal));
  for await (const names of listNames(client, signal)) {
    const others = names.filter((name) => !logged.hasName(name));
    for (const [name, difference] of await compareLists(client, logged, others, signal))
      differences.set(name, difference);
  }
  return differences;
}

/** Compares the lists of some Primes. @throws RegistryRequestError */
export async function compareLists(
  client: RegistryClient,
  logged: LogMeaning['versions'],
  names: Iterable<string>,
  signal: AbortSignal,
): Promise<ListDifferences> {
  const differences = new Map<string, ListDifference>();
  for await (const [name, list] of readLists(client, names, signal)) {
    const difference = compareList(name, logged, list);
    if (difference.problems.length + difference.unlogged.length > 0) differences.set(name, difference);
  }
  return differences;
}

function compareList(
  name: string,
  logged: LogMeaning['versions'],
  list: VersionList | undefined,
): ListDifference {
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
  const isMirrored = list?.origin !== undefined;
  const unlogged = [...listed.keys()].filter((version) => logged.find({ name, version }) === undefined);
  return { problems, unlogged: isMirrored ? [] : unlogged };
}

/** All names of the registry, page by page; none if it does not list them. */
async function* listNames(client: RegistryClient, signal: AbortSignal): AsyncIterable<readonly string[]> {
  let after: string | undefined;
  let count = 0;
  try {
    do {
      const page = await client.primes({ signal, ...(after !== undefined && { after }) });
      yield page.primes.filter(({ origin }) => origin === undefined).map(({ name }) => name);
      count += page.primes.length;
      after = page.next;
      if (count > MOST_NAMES)
        throw new CommandError(`${client.baseUrl} lists more than ${MOST_NAMES} Primes`, {
          code: 'log_too_long',
        });
    } while (after !== undefined);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
