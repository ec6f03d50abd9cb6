// Brings one Prime into a staging folder, from the cache or from a registry, verified on the way.

import { type Extraction, extractTarball } from '@prime-registry/archive';
import type { RegistryClient, Resolver } from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import { parseManifest, quote } from '@prime-registry/protocol';
import { CommandError } from '../errors/command-error.ts';
import { DamagedTarballError, type TarballCache } from './cache/tarball-cache.ts';
import { INSTALL_LIMITS } from './limits.ts';

/** A version whose bytes are known, though not yet had. */
export interface Wanted {
  readonly name: string;
  readonly version: string;
  /** Digest of the tarball: from the lock file, or from the manifest of the registry that it was resolved to. */
  readonly sha256: string;
  /** Digest of the unpacked files, when the lock file has it. */
  readonly tree_sha256?: string;
  /** The base URL of the registry that has it, or had it when it was locked. */
  readonly registry: string;
  /** Who has it, when that was asked just now. */
  readonly source?: Source;
}

/** A registry that has a tarball. */
export interface Source {
  readonly client: RegistryClient;
  /** Length of the tarball, when the registry said it. */
  readonly sizeBytes?: number;
}

/** What staging works with. */
export interface StageDeps {
  readonly cache: TarballCache;
  /** Opens the registries, which an install from the cache does not need; the reason is for who wants none asked. */
  readonly getResolver: (reason: string) => Promise<Resolver<RegistryClient>>;
  readonly warn: (text: string) => void;
}

/** What was staged. */
export interface Staged {
  readonly treeDigest: string;
  readonly atoms: number;
  readonly unpackedBytes: number;
}

/** Unpacks the Prime into the folder, which must not exist. Whatever fails, the folder is not there afterwards. */
export async function stagePrime(
  wanted: Wanted,
  folder: string,
  deps: StageDeps,
  signal: AbortSignal,
): Promise<Staged> {
  const extraction =
    (await extractCached(wanted, folder, deps, signal)) ??
    (await extractDownload(wanted, folder, deps, signal));
  const { name, version } = wanted;
  if (!extraction.ok) {
    deps.cache.remove(wanted.sha256);
    throw new CommandError(
      `${name} ${version} from ${wanted.registry} cannot be unpacked: ${extraction.problem.message}`,
      { hint: 'nothing was changed; tell whoever published it' },
    );
  }
  const { treeDigest, report } = extraction;
  // What was just looked up is locked anew, with the digest that it has.
  const isLocked = wanted.source === undefined && wanted.tree_sha256 !== undefined;
  if (isLocked && wanted.tree_sha256 !== treeDigest) {
    throw new CommandError(`the tree_sha256 of ${name} in lock.yaml is not that of its tarball`, {
      hint: `somebody changed lock.yaml by hand; 'prime install ${name}@${version}' writes it anew`,
    });
  }
  warnOfOtherName(wanted, report.manifest, deps.warn);
  return { treeDigest, atoms: report.atoms, unpackedBytes: report.unpackedBytes };
}

async function extractCached(
  { sha256 }: Wanted,
  folder: string,
  { cache }: StageDeps,
  signal: AbortSignal,
): Promise<Extraction | undefined> {
  if ((await cache.find(sha256)) === undefined) return undefined;
  try {
    return await extractTarball(cache.read(sha256), folder, INSTALL_LIMITS, { signal });
  } catch (error) {
    // It was removed from the cache, and is fetched again.
    if (error instanceof DamagedTarballError) return undefined;
    throw error;
  }
}

async function extractDownload(
  wanted: Wanted,
  folder: string,
  deps: StageDeps,
  signal: AbortSignal,
): Promise<Extraction> {
  const { name, version, sha256 } = wanted;
  const { client, sizeBytes } = wanted.source ?? (await findSource(wanted, deps, signal));
  const { chunks } = await client.tarball(name, version, {
    sha256,
    signal,
    ...(sizeBytes !== undefined && { sizeBytes }),
  });
  return extractTarball(deps.cache.tee(sha256, chunks), folder, INSTALL_LIMITS, { signal });
}

/** Who has a locked version now. */
async function findSource(
  wanted: Wanted,
  { getResolver, warn }: StageDeps,
  signal: AbortSignal,
): Promise<Source> {
  const resolver = await getResolver(`${wanted.name} ${wanted.version} is not in the cache`);
  const { registry, manifest, warnings } = await resolver.resolveLocked(wanted, { signal });
  for (const warning of warnings) warn(warning);
  return {
    client: registry,
    ...(manifest.size_bytes !== undefined && { sizeBytes: manifest.size_bytes }),
  };
}

/** Our registry refuses such a tarball; another one may not. */
function warnOfOtherName(
  { name, version }: Wanted,
  manifest: Uint8Array | undefined,
  warn: (text: string) => void,
): void {
  const parsed = manifest === undefined ? undefined : parseManifest(manifest);
  if (parsed === undefined || 'problems' in parsed) return;
  const inside = `${parsed.manifest.name.full} ${parsed.manifest.version.full}`;
  if (inside !== `${name} ${version}`) {
    warn(`${name} ${version} calls itself ${toPrintable(quote(inside))} in its own pack.yaml`);
  }
}
