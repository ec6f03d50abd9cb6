// Unpacks one Prime into a staging folder, from the cache or from a registry, and verifies it.

import { createReadStream } from 'node:fs';
import {
  type ArchiveLimits,
  type Extraction,
  type ExtractionObserver,
  extractTarball,
  type FileDigest,
} from '@prime-registry/archive';
import type { RegistryClient, Resolver } from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import { parseManifest, quote } from '@prime-registry/protocol';
import { CommandError } from '../errors/command-error.ts';
import { ignore, isA } from '../errors/expected.ts';
import type { ContentsCache } from '../knowledge/contents-cache.ts';
import { findOwnIdentity, type OwnIdentity, type ReadManifest } from '../knowledge/prime-contents.ts';
import { DamagedTarballError } from './cache/read-verified.ts';
import type { TarballCache } from './cache/tarball-cache.ts';
import type { TreeRecords } from './cache/tree-records.ts';
import { LIMITS_HINT } from './limits-hint.ts';
import { isLocal, lostLocal } from './local/local-path.ts';
import type { StampRules, TreeStamps } from './tree/file-stamps.ts';
import { WrittenTree } from './tree/written-tree.ts';
import type { VersionNews } from './version-news.ts';

/** A version to stage, with the digest of its tarball. */
export interface Wanted {
  readonly name: string;
  readonly version: string;
  /** Digest of the tarball, from the lock file or from the manifest of the registry. */
  readonly sha256: string;
  /** Digest of the unpacked files, if the lock file has it. */
  readonly tree_sha256?: string;
  /** The base URL of the registry that has it, or that had it when it was locked. */
  readonly registry: string;
  /** The name that has this version, if `name` has moved. */
  readonly moved_to?: string;
  /** The range for which it was chosen. */
  readonly range?: string;
  /** What it requires, according to the registry or the lock file, as a line of the lock file. */
  readonly requires?: string;
  /** The registry that has it, if it was just looked up. */
  readonly source?: Source;
  /** The tarball of a Prime of this machine that was just packed. */
  readonly file?: string;
}

/** A registry that has a tarball. */
interface Source {
  readonly client: RegistryClient;
  /** Length of the tarball, if the registry sent it. */
  readonly sizeBytes?: number;
}

export interface StageDeps {
  readonly cache: TarballCache;
  readonly trees: TreeRecords;
  /** When the description of what is unpacked stands for its content; undefined if never. */
  readonly stampRules: StampRules | undefined;
  /** What Primes say that were installed before, so that their manifests need not be parsed again. */
  readonly contents: Pick<ContentsCache, 'find'>;
  /** The most to unpack, from the user's settings. */
  readonly getLimits: () => Promise<ArchiveLimits>;
  /**
   * Opens the registries, on demand. The reason is for the error of `--offline`. Connections are opened for Primes that will
   * probably be downloaded.
   */
  readonly getResolver: (reason: string, downloads?: readonly string[]) => Promise<Resolver<RegistryClient>>;
  readonly warn: (text: string) => void;
  /** Called with what the registry says about a locked version, if it is asked. */
  readonly onNews: (name: string, news: VersionNews) => void;
}

/** A staged Prime. */
export interface Staged {
  readonly treeDigest: string;
  readonly files: readonly FileDigest[];
  /** Its manifest, if that was read. */
  readonly manifest: ReadManifest | undefined;
  readonly atoms: number;
  readonly unpackedBytes: number;
  /** How the file system describes what was written, if that says anything. */
  readonly stamps: TreeStamps | undefined;
}

interface ExtractOptions {
  readonly signal: AbortSignal;
  readonly observer: ExtractionObserver | undefined;
}

/** Larger ones take longer to read than the manifest. In bytes. */
const SMALL_CONTENTS_BYTES = 16 * 1024;

/** Unpacks the Prime into the folder, which must not exist. After a failure the folder does not exist. */
export async function stagePrime(
  wanted: Wanted,
  folder: string,
  deps: StageDeps,
  signal: AbortSignal,
): Promise<Staged> {
  const written = deps.stampRules && new WrittenTree(folder, deps.stampRules);
  const options = { signal, observer: written };
  const cached = await extractCached(wanted, folder, deps, options);
  const extraction = cached ?? (await extractDownload(wanted, folder, deps, options));
  const { name, version } = wanted;
  if (!extraction.ok) {
    deps.cache.remove(wanted.sha256);
    const isTooLarge = extraction.problem.code === 'too_large';
    throw new CommandError(
      `${name} ${version} from ${wanted.registry} cannot be unpacked: ${extraction.problem.message}`,
      { hint: isTooLarge ? LIMITS_HINT : 'nothing was changed; report it to the publisher' },
    );
  }
  const { treeDigest, report, files } = extraction;
  deps.trees.keep(wanted.sha256, treeDigest);
  // A version that was just looked up gets a new lock entry, with the digest it has.
  const isLocked = wanted.source === undefined && wanted.tree_sha256 !== undefined;
  if (isLocked && wanted.tree_sha256 !== treeDigest) {
    throw new CommandError(`the tree_sha256 of ${name} in lock.yaml does not match its tarball`, {
      hint: `somebody edited lock.yaml; find out who and why, then correct it with 'prime install ${name}@${version}'`,
    });
  }
  const known = deps.contents.find(treeDigest, SMALL_CONTENTS_BYTES);
  const manifest =
    known === undefined && report.manifest !== undefined ? parseManifest(report.manifest) : undefined;
  const own = known === undefined ? findOwnIdentity(manifest) : known.own;
  if (!deps.trees.isNamed(wanted, own?.text)) {
    if (cached !== undefined && isLocked) await confirmName(wanted, deps, signal);
    deps.trees.keepName(wanted);
  }
  compareOwnManifest(wanted, own, deps.warn);
  const { atoms, unpackedBytes } = report;
  return { treeDigest, files, manifest, atoms, unpackedBytes, stamps: written?.stamps };
}

async function extractCached(
  { sha256 }: Wanted,
  folder: string,
  { cache, getLimits }: StageDeps,
  options: ExtractOptions,
): Promise<Extraction | undefined> {
  const found = await cache.find(sha256);
  if (found === undefined) return undefined;
  const chunks = cache.read(sha256, found.sizeBytes);
  // A damaged one was removed from the cache, and is downloaded again.
  return extractTarball(chunks, folder, await getLimits(), options).catch(ignore(isA(DamagedTarballError)));
}

async function extractDownload(
  wanted: Wanted,
  folder: string,
  deps: StageDeps,
  options: ExtractOptions,
): Promise<Extraction> {
  const { signal } = options;
  const { name, moved_to: ownName = name, version, sha256, registry, file } = wanted;
  const limits = await deps.getLimits();
  if (file !== undefined) {
    const chunks = deps.cache.tee(sha256, createReadStream(file));
    return extractTarball(chunks, folder, limits, options);
  }
  if (isLocal(registry)) throw lostLocal(name, registry);
  const { client, sizeBytes } = wanted.source ?? (await findSource(wanted, deps, signal));
  const { chunks } = await client.tarball(ownName, version, {
    sha256,
    signal,
    ...(sizeBytes !== undefined && { sizeBytes }),
  });
  return extractTarball(deps.cache.tee(sha256, chunks), folder, limits, options);
}

/**
 * A tarball of another Prime may be in the cache, and lock.yaml alone says that these are its bytes: a registry must say so, too.
 * @throws ResolutionError if none does; CommandError for a Prime of this machine
 */
async function confirmName(wanted: Wanted, deps: StageDeps, signal: AbortSignal): Promise<void> {
  const { name, version, registry } = wanted;
  if (isLocal(registry)) {
    throw new CommandError(`${name} ${version} in lock.yaml has the sha256 of another Prime`, {
      hint: `somebody edited lock.yaml; find out who and why, then correct it with 'prime install ${name}'`,
    });
  }
  await findSource(wanted, deps, signal, 'does not say in its own pack.yaml that it is this version');
}

/** Finds a registry that has a locked version. @param why - what is the reason to ask, as the end of a sentence */
async function findSource(
  wanted: Wanted,
  { getResolver, warn, onNews }: StageDeps,
  signal: AbortSignal,
  why = 'is not in the cache',
): Promise<Source> {
  const resolver = await getResolver(`${wanted.name} ${wanted.version} ${why}`);
  const { registry, manifest, warnings } = await resolver.resolveLocked(wanted, { signal });
  for (const warning of warnings) warn(toPrintable(warning));
  onNews(wanted.name, { manifest });
  return {
    client: registry,
    ...(manifest.size_bytes !== undefined && { sizeBytes: manifest.size_bytes }),
  };
}

/** prime-registry refuses such a tarball, but other registries may accept it, or not know requirements. */
function compareOwnManifest(
  { name, moved_to: ownName = name, version, registry, requires }: Wanted,
  inside: OwnIdentity | undefined,
  warn: (text: string) => void,
): void {
  if (inside === undefined) return;
  if (inside.text !== `${ownName} ${version}`) {
    warn(`${ownName} ${version} calls itself ${toPrintable(quote(inside.text))} in its own pack.yaml`);
  }
  const { requires: own } = inside;
  if (own !== requires) {
    warn(
      `${ownName} ${version} requires ${own ?? 'nothing'} in its own pack.yaml, but ${requires ?? 'nothing'} according to ${registry}; only the latter is installed`,
    );
  }
}
