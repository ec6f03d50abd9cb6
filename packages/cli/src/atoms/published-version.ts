// A published version. Its tarball is downloaded and read here, so that it works with every registry.
import type { RegistryClient } from '@prime-registry/client';
import { parseVersion, type Requires, type Version, type VersionList } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { makeTarballSource } from '../find/tarball-source.ts';
import { loadInstallLimits } from '../install/limits.ts';
import { ignoreAbsent } from '../registries/ignore-absent.ts';
import { readContents, type TarballContents } from './read-inventory.ts';

/** A published version to compare with. */
export interface Published extends TarballContents {
  readonly version: Version;
  /** The Primes that it requires. */
  readonly requires: Requires;
  /** Digest of its tarball. */
  readonly sha256: string;
}

/** All versions, yanked ones too; undefined if the registry has none. */
export function listPublished(
  registry: RegistryClient,
  name: string,
  signal: AbortSignal,
): Promise<VersionList | undefined> {
  return registry.versions(name, { includeYanked: true, signal }).catch(ignoreAbsent);
}

/** The published version of the same identity. */
export function findSame(
  listed: readonly { readonly version: string }[],
  { identity }: Version,
): Version | undefined {
  for (const entry of listed) {
    const parsed = parseVersion(entry.version);
    if (parsed.ok && parsed.value.identity === identity) return parsed.value;
  }
  return undefined;
}

/** Downloads and reads a published version. */
export async function readPublished(
  context: CommandContext,
  registry: RegistryClient,
  name: string,
  version: Version,
): Promise<Published> {
  const { signal } = context;
  const manifest = await registry.manifest(name, version.full, { signal });
  const source = makeTarballSource(context, { registry, manifest });
  const limits = await loadInstallLimits(context);
  const contents = await readContents(await source.open(), `${name} ${version.full}`, limits);
  return { ...contents, version, requires: manifest.requires ?? {}, sha256: manifest.sha256 };
}
