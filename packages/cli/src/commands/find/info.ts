// `prime info`
import { formatColumns, toPrintable } from '@prime-registry/command-line';
import { tarballPath } from '@prime-registry/protocol';
import type { Command } from '../../command.ts';
import { findNoted } from '../../find/find-version.ts';
import { parseSpecArgument } from '../../find/parse-arguments.ts';
import { type InfoResult, listFields } from '../../find/version-info.ts';

export const info: Command<InfoResult> = {
  usage: {
    parameters: ['<name>[@<range>]'],
    asksRegistries: true,
    details: [
      'Without a range, shows the latest version. A yanked version is shown only if it is given exactly.',
    ],
    examples: ['info @acme/web-style', 'info @acme/web-style@1.2.0', 'info @acme/web-style@^1.2 --json'],
  },

  async run(context, flags, [text = '']) {
    const { registry, manifest } = await findNoted(context, flags, parseSpecArgument(text));
    const { signal } = context;
    const { versions, latest, channels = [] } = await registry.versions(manifest.name, { signal });
    const named = channels.filter((entry) => entry.version === manifest.version);
    const { name, version, 'prime-version': prime_version } = manifest;
    return {
      ...pick(manifest, 'name', 'version', 'description', 'license', 'atoms', 'namespaces'),
      prime_version,
      ...pick(manifest, 'sha256', 'size_bytes', 'published_at', 'yanked', 'yanked_at', 'yank_reason'),
      ...pick(manifest, 'deprecated', 'moved_to', 'promoted_from', 'provenance', 'requires', 'signed_by'),
      ...(named.length > 0 && { channels: named.map(({ channel }) => channel) }),
      tarball_url: `${registry.baseUrl}${tarballPath(name, version)}`,
      registry: registry.baseUrl,
      ...(manifest.origin !== undefined && { origin: manifest.origin }),
      latest,
      version_count: versions.length,
    };
  },

  view(result, terminal) {
    const { name, version, description, latest, yanked } = result;
    const title = terminal.paint('bold', toPrintable(`${name} ${version}`));
    const wanted = version === latest ? name : `${name}@${version}`;
    return [
      title,
      toPrintable(description),
      '',
      formatColumns(listFields(result, terminal)),
      ...(yanked ? [] : ['', terminal.paint('cyan', toPrintable(`prime install ${wanted}`))]),
    ].join('\n');
  },
};

/** The fields that are set, in this order. */
function pick<T extends object, Key extends keyof T>(all: T, ...keys: readonly Key[]): Pick<T, Key> {
  const set = keys.filter((key) => all[key] !== undefined).map((key) => [key, all[key]]);
  return Object.fromEntries(set) as Pick<T, Key>;
}
