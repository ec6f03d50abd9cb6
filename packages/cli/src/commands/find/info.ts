// `prime info`
import { type RegistryManifest, singleLine } from '@prime-registry/client';
import { formatColumns, formatNumber, formatSize, toPrintable } from '@prime-registry/command-line';
import { describeProvenance, tarballPath } from '@prime-registry/protocol';
import type { Command } from '../../command.ts';
import { formatAge } from '../../find/age.ts';
import { findVersion } from '../../find/find-version.ts';
import { parseSpecArgument } from '../../find/parse-arguments.ts';
import { describeSuccessor } from '../../install/version-news.ts';
import { openRegistries } from '../../registries/open-registries.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** One version of a Prime. Fields that the registry does not send are absent. */
export interface InfoResult {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly atoms: number;
  readonly namespaces: readonly string[];
  readonly prime_version: string;
  /** Of the tarball, lower-case hexadecimal. */
  readonly sha256: string;
  readonly size_bytes?: number;
  readonly published_at?: string;
  readonly yanked: boolean;
  readonly yanked_at?: string;
  readonly yank_reason?: string;
  /** Set if the version is deprecated. */
  readonly deprecated?: RegistryManifest['deprecated'];
  /** The name that the Prime has moved to. */
  readonly moved_to?: string;
  /** Where the version was first published, as the registry says. */
  readonly promoted_from?: RegistryManifest['promoted_from'];
  /** Which identity published the version, as the registry says. */
  readonly provenance?: RegistryManifest['provenance'];
  /** Version ranges by name; absent if it requires no Primes. */
  readonly requires?: RegistryManifest['requires'];
  /** Fingerprints of the keys that have signed it, as the registry says; absent if there are none. */
  readonly signed_by?: readonly string[];
  /** The channels that name this version; absent if there are none. */
  readonly channels?: readonly string[];
  readonly tarball_url: string;
  readonly registry: string;
  /** Base URL of the upstream registry, if this registry has it as a mirror. */
  readonly origin?: string;
  /** The latest version in that registry; empty if all are yanked. */
  readonly latest: string;
  /** The number of versions in that registry that are not yanked. */
  readonly version_count: number;
}

export const info: Command<InfoResult> = {
  usage: {
    name: 'info',
    summary: 'Show a version of a Prime',
    parameters: ['<name>[@<range>]'],
    asksRegistries: true,
    details: [
      'Without a range, shows the latest version. A yanked version is shown only if it is given exactly.',
    ],
    examples: ['info @acme/web-style', 'info @acme/web-style@1.2.0', 'info @acme/web-style@^1.2 --json'],
  },

  async run(context, flags, [text = '']) {
    const spec = parseSpecArgument(text);
    const { signal } = context;
    const {
      registry,
      manifest,
      notes = [],
    } = await findVersion(await openRegistries(context, flags), spec, signal);
    for (const note of notes) context.terminal.note(toPrintable(note));
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

function listFields(result: InfoResult, terminal: Terminal): string[][] {
  const { published_at: published, size_bytes: sizeBytes, latest } = result;
  const rows: [label: string, text: string | undefined][] = [
    ['license', result.license],
    ['atoms', formatNumber(result.atoms)],
    ['namespaces', result.namespaces.join(', ')],
    ['prime-version', result.prime_version],
    ['published', published && `${published} (${formatAge(published, Date.now())})`],
    ['size', sizeBytes === undefined ? undefined : formatSize(sizeBytes)],
    ['sha256', result.sha256],
    ['tarball', result.tarball_url],
    ['registry', result.registry],
    ['origin', result.origin],
    ['channels', result.channels?.join(', ')],
    ['promoted from', describePromotion(result)],
    ['published by', describePublisher(result)],
    ['signed by', result.signed_by?.join(', ')],
    ['moved to', result.moved_to],
    ...listRequires(result),
    ['versions', `${result.version_count}${latest === '' ? '' : `, latest ${latest}`}`],
  ];
  const shown = rows.flatMap(([label, text]) => (text ? [[label, toPrintable(text)]] : []));
  return [
    ...(result.yanked ? [['yanked', terminal.paint('red', describeYank(result))]] : []),
    ...(result.deprecated
      ? [['deprecated', terminal.paint('red', describeDeprecation(result.deprecated))]]
      : []),
    ...shown,
  ];
}

function describeDeprecation({ message, successor }: NonNullable<InfoResult['deprecated']>): string {
  const instead = successor === undefined ? '' : ` (use ${describeSuccessor(successor)})`;
  return toPrintable(`${singleLine(message)}${instead}`);
}

/** One row each, the label in the first. */
function listRequires({ requires = {} }: InfoResult): [label: string, text: string][] {
  return Object.entries(requires).map(([name, range], index) => [
    index === 0 ? 'requires' : '',
    `${name} ${range}`,
  ]);
}

function describePromotion({ promoted_from: from }: InfoResult): string | undefined {
  return from === undefined ? undefined : `${from.registry}, published there ${from.published_at}`;
}

/** With the issuer: another one can have the same names. A mirror only hands on what the registry behind it says. */
function describePublisher({ provenance, origin }: InfoResult): string | undefined {
  if (provenance === undefined) return undefined;
  const said = origin === undefined ? '' : `, as ${origin} says`;
  return `${describeProvenance(provenance)} (${provenance.issuer}${said})`;
}

function describeYank({ yanked_at: at, yank_reason: reason }: InfoResult): string {
  return toPrintable([at ?? 'yes', ...(reason === undefined ? [] : [reason])].join(': '));
}
