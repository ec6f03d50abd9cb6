// `prime search`

import type { RegistryClient } from '@prime-registry/client';
import {
  cutToWidth,
  type Flags,
  formatColumns,
  formatCount,
  toPrintable,
  UsageError,
} from '@prime-registry/command-line';
import { parseSearchQuery, SEARCH_LIMITS, type SearchQuery } from '@prime-registry/protocol';
import type { Command } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';
import {
  type AtomHit,
  type SearchableRegistry,
  type SearchedRegistries,
  type SearchOutcome,
  searchRegistries,
} from '../find/search-registries.ts';
import { openRegistries } from '../registries/open-registries.ts';

/** The result of a search. */
export interface SearchResult extends SearchOutcome {
  /** The search text. */
  readonly query: string;
}

export const search: Command<SearchResult> = {
  usage: {
    name: 'search',
    summary: 'Search the registries',
    parameters: ['<word>…'],
    asksRegistries: true,
    options: {
      limit: {
        type: 'string',
        value: '<number>',
        summary: `Maximum number of results per registry, ${SEARCH_LIMITS.limit.default} by default`,
      },
      offset: { type: 'string', value: '<number>', summary: 'Number of results to skip per registry' },
      atoms: { type: 'boolean', summary: 'Also show the atoms that match' },
    },
    details: [
      'Searches all registries at the same time. If several have the same name, shows the one that would be installed.',
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
    const { ordered, pins } = await openRegistries(context, flags);
    const registries = flags.atoms === true ? withAtoms(ordered, pins) : { ordered, pins };
    const outcome = await searchRegistries(registries, query, context.signal);
    for (const { message } of outcome.failures) {
      context.terminal.warn(`${toPrintable(message)} Its results are missing.`);
    }
    for (const url of outcome.incomplete ?? []) {
      context.terminal.warn(`${toPrintable(url)} did not answer in time. Its results may be missing.`);
    }
    if (outcome.failures.length === outcome.registries.length) {
      throw new CommandError('no registry could be searched');
    }
    return { query: query.text, ...outcome };
  },

  view({ query, registries, results, total, next_offset: nextOffset }, terminal) {
    if (results.length === 0) {
      return `Nothing matches '${toPrintable(query)}'${nextOffset === undefined ? '' : ' on this page'}.`;
    }
    const hasOrigins = results.some(({ origin }) => origin !== undefined);
    const rows = results.map(({ name, version, description, deprecated, registry, origin = '' }) =>
      [
        name,
        version,
        ...(registries.length > 1 ? [registry] : []),
        ...(hasOrigins ? [origin && `from ${origin}`] : []),
        deprecated === true ? `(deprecated) ${description}` : description,
      ].map(toPrintable),
    );
    const { columns } = terminal.streams.stdout;
    const lines = formatColumns(rows, '')
      .split('\n')
      .flatMap((line, index) => [line, ...listAtoms(results[index]?.atoms)]);
    // Only a terminal has columns. Piped output is for programs, which need all of it.
    const table = columns ? lines.map((line) => cutToWidth(line, columns)) : lines;
    return [...table, ...listFooter(results.length, total, nextOffset)].join('\n');
  },
};

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
