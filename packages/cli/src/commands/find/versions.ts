// `prime versions`
import { flag, formatColumns, toPrintable } from '@prime-registry/command-line';
import type { Deprecation, Tombstone, VersionList } from '@prime-registry/protocol';
import type { Command } from '../../command.ts';
import { formatAge } from '../../find/age.ts';
import { parseNameArgument } from '../../find/parse-arguments.ts';
import { listDeprecations } from '../../lifecycle/lifecycle-result.ts';
import { openRegistries } from '../../registries/open-registries.ts';

/** The versions of a Prime in the first registry that has it. */
export interface VersionsResult {
  readonly name: string;
  readonly registry: string;
  /** Empty if all versions are yanked. */
  readonly latest: string;
  /** In ascending precedence. */
  readonly versions: readonly {
    readonly version: string;
    readonly published_at: string;
    /** Only with `--yanked`. */
    readonly yanked?: true;
    /** Only for a deprecated version; see `deprecations`. */
    readonly deprecated?: true;
    /** The channels that name it; absent if there are none. */
    readonly channels?: readonly string[];
  }[];
  /** The newest first: the first that covers a version counts. Absent if there are none. */
  readonly deprecations?: readonly Deprecation[];
  /** Removed versions, with `--yanked`; absent if there are none. */
  readonly removed?: readonly Tombstone[];
  /** The name that the Prime has moved to. */
  readonly moved_to?: string;
}

export const versions: Command<VersionsResult> = {
  usage: {
    parameters: ['<name>'],
    asksRegistries: true,
    options: { yanked: flag('Also list yanked versions, marked as such') },
    examples: ['versions @acme/web-style', 'versions @acme/web-style --yanked --json'],
  },

  async run(context, flags, [text = '']) {
    const name = parseNameArgument(text);
    const { resolver } = await openRegistries(context, flags);
    const { registry, list } = await resolver.listVersions(name.full, {
      includeYanked: flags.yanked === true,
      signal: context.signal,
    });
    return {
      name: list.name,
      registry: registry.baseUrl,
      latest: list.latest,
      versions: list.versions.map(({ version, published_at, yanked, deprecated }) => ({
        version,
        published_at,
        ...(yanked === true && { yanked }),
        ...(deprecated === true && { deprecated }),
        ...withChannels(list, version),
      })),
      ...(list.deprecations && { deprecations: list.deprecations }),
      ...(list.removed && { removed: list.removed }),
      ...(list.moved_to !== undefined && { moved_to: list.moved_to }),
    };
  },

  view(result, terminal) {
    const { name, registry, latest, versions: listed, removed = [], moved_to: movedTo } = result;
    if (listed.length === 0 && removed.length === 0)
      return `Every version of ${name} in ${registry} is yanked; --yanked lists them.`;
    const rows = listed.toReversed().map(({ version, published_at, yanked, deprecated, channels = [] }) => {
      const marks = [
        ...(version === latest ? [terminal.paint('green', 'latest')] : []),
        ...channels.map((channel) => terminal.paint('cyan', toPrintable(channel))),
        ...(yanked === true ? [terminal.paint('red', 'yanked')] : []),
        ...(deprecated === true ? [terminal.paint('yellow', 'deprecated')] : []),
      ];
      return [
        toPrintable(version),
        toPrintable(published_at),
        formatAge(published_at, Date.now()),
        marks.join(' '),
      ];
    });
    const gone = removed
      .toReversed()
      .map(({ version, removed_at, category }) => [
        ...[version, removed_at, formatAge(removed_at, Date.now())].map(toPrintable),
        terminal.paint('red', `removed: ${category}`),
      ]);
    const notes = [
      ...(movedTo === undefined ? [] : [`${name} has moved to ${movedTo}.`]),
      ...listDeprecations(result).map(
        ([range, message, use]) => `Deprecated, ${range}: ${message}${use === '' ? '' : ` (${use})`}`,
      ),
    ];
    const table = formatColumns([...rows, ...gone]);
    return [toPrintable(`${name} in ${registry}`), table, ...notes.map(toPrintable)].join('\n');
  },
};

function withChannels({ channels = [] }: VersionList, version: string): { readonly channels?: string[] } {
  const named = channels.filter((entry) => entry.version === version).map(({ channel }) => channel);
  return named.length === 0 ? {} : { channels: named };
}
