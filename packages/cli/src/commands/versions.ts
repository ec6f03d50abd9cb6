// `prime versions`
import { formatColumns, toPrintable } from '@prime-registry/command-line';
import type { Command } from '../command.ts';
import { formatAge } from '../find/age.ts';
import { parseNameArgument } from '../find/parse-arguments.ts';
import { openRegistries } from '../registries/open-registries.ts';

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
  }[];
}

export const versions: Command<VersionsResult> = {
  usage: {
    name: 'versions',
    summary: 'List the versions of a Prime',
    parameters: ['<name>'],
    asksRegistries: true,
    options: { yanked: { type: 'boolean', summary: 'Also list yanked versions, marked as such' } },
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
      versions: list.versions.map(({ version, published_at, yanked }) => ({
        version,
        published_at,
        ...(yanked === true && { yanked }),
      })),
    };
  },

  view({ name, registry, latest, versions: listed }, terminal) {
    if (listed.length === 0) return `Every version of ${name} in ${registry} is yanked; --yanked lists them.`;
    const rows = listed.toReversed().map(({ version, published_at, yanked }) => {
      const mark = yanked === true ? terminal.paint('red', 'yanked') : '';
      return [
        toPrintable(version),
        toPrintable(published_at),
        formatAge(published_at, Date.now()),
        version === latest ? terminal.paint('green', 'latest') : mark,
      ];
    });
    return `${toPrintable(`${name} in ${registry}`)}\n${formatColumns(rows)}`;
  },
};
