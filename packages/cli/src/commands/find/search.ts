// `prime search`
import type { RegistryClient } from '@prime-registry/client';
import {
  type Flags,
  flag,
  formatColumns,
  formatCount,
  toPrintable,
  UsageError,
  valued,
} from '@prime-registry/command-line';
import { parseSearchQuery, SEARCH_LIMITS, type SearchQuery } from '@prime-registry/protocol';
import type { Command, CommandContext } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import type {
  AtomHit,
  InstalledHits,
  SearchableRegistry,
  SearchedRegistries,
  SearchOutcome,
} from '../../find/search-outcome.ts';
import { searchRegistries } from '../../find/search-registries.ts';
import type { InstalledPrimes } from '../../knowledge/installed-primes.ts';
import { OFFLINE_OPTION, openInstalledFor } from '../../knowledge/offline-option.ts';
import { openRegistries } from '../../registries/open-registries.ts';
import { NoRegistryError } from '../../settings/load-settings.ts';

export interface SearchResult extends SearchOutcome {
  /** The search text. */
  readonly query: string;
}

export const search: Command<SearchResult> = {
  usage: {
    parameters: ['<word>…'],
    asksRegistries: true,
    options: {
      limit: valued(
        '<number>',
        `Maximum number of results per registry, ${SEARCH_LIMITS.limit.default} by default`,
      ),
      offset: valued('<number>', 'Number of results to skip per registry'),
      atoms: flag('Also show the atoms that match'),
      ...OFFLINE_OPTION,
    },
    details: [
      'Shows what is installed first, in its locked version; after the registries if it matches only with a corrected typing error or with some of the words. Searches all registries at the same time; with --remote, only the named ones, and not what is installed. If several have the same name, shows the one that would be installed.',
    ],
    examples: [
      'search web style',
      'search visible focus --atoms',
      'search caching --limit 50',
      'search caching --limit 50 --offset 50',
    ],
  },

  async run(context, flags, parameters) {
    const query = readQuery(flags, parameters.join(' '));
    const primes = await openInstalledFor(context, flags);
    const withinAtoms = flags.atoms === true;
    const { signal } = context;
    const installed = primes && (await find(primes, query.text, { withinAtoms, signal }));
    const registries = flags.offline === true ? NO_REGISTRIES : await open(context, flags, installed);
    const outcome = await searchRegistries(registries, query, signal, installed);
    for (const { message } of outcome.failures) {
      context.terminal.warn(`${toPrintable(message)} Its results are missing.`);
    }
    for (const url of outcome.incomplete ?? []) {
      context.terminal.warn(`${toPrintable(url)} gave no answer. Its results may be missing.`);
    }
    for (const correction of outcome.corrected ?? []) {
      const { from, to } = correction;
      const reader = 'installed' in correction ? 'what is installed' : correction.registry;
      context.terminal.note(toPrintable(`'${from}' is read as '${to}' in ${reader}`));
    }
    const isEverythingDown = outcome.failures.length === outcome.registries.length && flags.offline !== true;
    if (isEverythingDown && (installed?.hits.length ?? 0) === 0) {
      throw new CommandError('no registry could be searched');
    }
    return { query: query.text, ...outcome };
  },

  view({ query, registries, results, total, next_offset: nextOffset }, terminal) {
    if (results.length === 0) {
      return `Nothing matches '${toPrintable(query)}'${nextOffset === undefined ? '' : ' on this page'}.`;
    }
    const hasOrigins = results.some(({ origin }) => origin !== undefined);
    const hasInstalled = results.some(({ installed }) => installed === true);
    const hasPlaces = registries.length > 1 || hasInstalled;
    const rows = results.map(({ name, version, description, deprecated, registry, installed, origin = '' }) =>
      [
        name,
        version,
        ...(hasPlaces ? [installed === true ? 'installed' : registry] : []),
        ...(hasOrigins ? [origin && `from ${origin}`] : []),
        deprecated === true ? `(deprecated) ${description}` : description,
      ].map(toPrintable),
    );
    const lines = formatColumns(rows, '')
      .split('\n')
      .flatMap((line, index) => [line, ...listAtoms(results[index]?.atoms)]);
    return [...terminal.fit(lines), ...listFooter(results.length, total, nextOffset)].join('\n');
  },
};

async function find(
  primes: InstalledPrimes,
  text: string,
  options: { readonly withinAtoms: boolean; readonly signal: AbortSignal },
): Promise<InstalledHits> {
  const { searchInstalled } = await import('../../knowledge/search-installed.ts');
  return searchInstalled(primes, text, options);
}

const NO_REGISTRIES: SearchedRegistries = { ordered: [], pins: new Map() };

/** Without a registry, what is installed is enough, if anything was found there. */
async function open(
  context: CommandContext,
  flags: Flags,
  installed: InstalledHits | undefined,
): Promise<SearchedRegistries> {
  try {
    const { ordered, pins } = await openRegistries(context, flags);
    return flags.atoms === true ? withAtoms(ordered, pins) : { ordered, pins };
  } catch (error) {
    if (!(error instanceof NoRegistryError) || (installed?.hits.length ?? 0) === 0) throw error;
    return NO_REGISTRIES;
  }
}

/** Registries whose search includes atoms. One that does not offer that answers 404. */
function withAtoms(
  ordered: readonly RegistryClient[],
  pins: ReadonlyMap<string, RegistryClient>,
): SearchedRegistries {
  const inside = (registry: RegistryClient): SearchableRegistry => ({
    baseUrl: registry.baseUrl,
    search: (text, options) => registry.searchInside(text, options),
  });
  return {
    ordered: ordered.map(inside),
    pins: new Map([...pins].map(([scope, registry]) => [scope, inside(registry)])),
  };
}

function listAtoms(atoms: readonly AtomHit[] = []): string[] {
  if (atoms.length === 0) return [];
  return formatColumns(
    atoms.map(({ id, kind, description }) => ['', kind, id, description].map(toPrintable)),
    '',
  ).split('\n');
}

function listFooter(shown: number, total: number | undefined, nextOffset: number | undefined): string[] {
  if (nextOffset === undefined) return [];
  const counts = total === undefined ? `${shown} shown` : `${shown} of ${formatCount(total, 'Prime')} shown`;
  return ['', `${counts}; '--offset ${nextOffset}' shows more.`];
}

function readQuery(flags: Flags, text: string): SearchQuery {
  if (text.trim() === '') throw new UsageError('there is nothing to search for; give one or more words');
  const parsed = parseSearchQuery({ q: text, limit: flags.limit, offset: flags.offset });
  if ('query' in parsed) return parsed.query;
  const [problem] = parsed.problems;
  const subject = problem?.field === 'q' ? 'the text' : `--${problem?.field}`;
  throw new UsageError(`${subject}: ${problem?.message}`);
}
