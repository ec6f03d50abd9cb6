// What is known of one version of a Prime, and a table of it.
import { type RegistryManifest, singleLine } from '@prime-registry/client';
import { formatNumber, formatSize, toPrintable } from '@prime-registry/command-line';
import { describeProvenance } from '@prime-registry/protocol';
import { describeSuccessor } from '../install/version-news.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { formatAge } from './age.ts';

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

export function listFields(result: InfoResult, terminal: Terminal): string[][] {
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
