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
    const { name, version, description, license, atoms, namespaces, sha256, yanked } = manifest;
    return {
      name,
      version,
      description,
      license,
      atoms,
      namespaces,
      prime_version: manifest['prime-version'],
      sha256,
      ...(manifest.size_bytes !== undefined && { size_bytes: manifest.size_bytes }),
      ...(manifest.published_at !== undefined && { published_at: manifest.published_at }),
      yanked,
      ...(manifest.yanked_at !== undefined && { yanked_at: manifest.yanked_at }),
      ...(manifest.yank_reason !== undefined && { yank_reason: manifest.yank_reason }),
      ...(manifest.deprecated !== undefined && { deprecated: manifest.deprecated }),
      ...(manifest.moved_to !== undefined && { moved_to: manifest.moved_to }),
      ...(manifest.promoted_from !== undefined && { promoted_from: manifest.promoted_from }),
      ...(manifest.provenance !== undefined && { provenance: manifest.provenance }),
      ...(manifest.requires !== undefined && { requires: manifest.requires }),
      ...(manifest.signed_by !== undefined && { signed_by: manifest.signed_by }),
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
