// Compares a folder with what is published: with its own version if that is published, otherwise with the version
// before it, as a registry does at a publish. The published tarball is downloaded and read here, so that it works
// with every registry.
import {
  diffInventories,
  findVersionBefore,
  type Inventory,
  listChanges,
  placeChanges,
  reportStep,
} from '@prime-registry/atoms';
import { isNotFound, type RegistryClient } from '@prime-registry/client';
import {
  type AtomDiff,
  parseVersion,
  type Requires,
  type Version,
  type VersionList,
} from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';
import { makeTarballSource } from '../find/tarball-source.ts';
import { loadInstallLimits } from '../install/limits.ts';
import type { CheckedTarball } from '../pack/check-tarball.ts';
import { diffTexts, type TextChange } from './diff-texts.ts';
import { listChangedFiles } from './file-digests.ts';
import { readContents, type TarballContents } from './read-inventory.ts';

/** The changes of a folder. */
export interface FolderDiff {
  readonly diff: AtomDiff;
  /** The changed texts of atoms that both sides have. */
  readonly texts: readonly TextChange[];
}

/** What is compared: a packed folder, or a tarball. */
interface Compared extends Pick<CheckedTarball, 'manifest' | 'inventory' | 'sha256'> {
  /** SHA-256 of each file, by path: other programs make other tarballs of the same files. */
  readonly digests?: ReadonlyMap<string, string>;
}

/** A published version to compare with. */
export interface Published extends TarballContents {
  readonly version: Version;
  /** The Primes that it requires. */
  readonly requires: Requires;
  /** Digest of its tarball. */
  readonly sha256: string;
}

/** Compares. @throws CommandError if there is nothing to compare with, or atoms cannot be read */
export async function compareFolder(
  context: CommandContext,
  registry: RegistryClient,
  packed: Compared,
): Promise<FolderDiff> {
  const { manifest, inventory } = packed;
  const { name, version } = manifest;
  if (inventory === undefined) throw new CommandError('the atoms of the folder cannot be read');
  const list = await listPublished(registry, name.full, context.signal);
  const from = list && findVersionToCompare(list, version);
  if (from === undefined) {
    throw new CommandError(
      `${registry.baseUrl} has no version of ${name.full} up to ${version.full} to compare with`,
      { hint: 'a first version needs no comparison' },
    );
  }
  const published = await readPublished(context, registry, name.full, from);
  const texts = diffTexts(published.inventory.atoms, inventory.atoms);
  return { diff: diffWith(published, { ...packed, inventory }), texts };
}

/** The same without texts; undefined if there is nothing to compare with. @throws as compareFolder */
export async function compareWithPublished(
  context: CommandContext,
  registry: RegistryClient,
  packed: Compared,
): Promise<(AtomDiff & Pick<Published, 'requires' | 'files'>) | undefined> {
  const { manifest, inventory } = packed;
  const list = await listPublished(registry, manifest.name.full, context.signal);
  const from = list && findVersionToCompare(list, manifest.version);
  if (from === undefined || inventory === undefined) return undefined;
  const published = await readPublished(context, registry, manifest.name.full, from);
  const { requires, files } = published;
  return { ...diffWith(published, { ...packed, inventory }), requires, files };
}

/** All versions, yanked ones too; undefined if the registry has none. */
export async function listPublished(
  registry: RegistryClient,
  name: string,
  signal: AbortSignal,
): Promise<VersionList | undefined> {
  try {
    return await registry.versions(name, { includeYanked: true, signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The version itself if it is published, otherwise the one before it. */
function findVersionToCompare({ versions }: VersionList, version: Version): Version | undefined {
  return findSame(versions, version) ?? findVersionBefore(versions, version);
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

function diffWith(
  published: Published,
  { manifest, inventory, sha256, digests }: Compared & { readonly inventory: Inventory },
): AtomDiff {
  const { version: from, inventory: before } = published;
  const { name, version } = manifest;
  const diff = diffInventories(before.atoms, inventory.atoms);
  const standings = new Map(
    inventory.atoms.flatMap(({ edges }) => edges.map(({ target, standing }) => [target, standing])),
  );
  const { rule, counts } = reportStep(diff, from, version);
  const changes = listChanges({ diff, before: before.atoms, after: inventory.atoms });
  const isEqual =
    published.sha256 === sha256 || (digests && listChangedFiles(published.files, digests).length === 0);
  const isPublished = from.identity === version.identity && isEqual;
  return {
    name: name.full,
    from: from.full,
    to: version.full,
    rule: isPublished ? { ...ruleOfSame(from), required: 'none' } : rule,
    counts,
    ...placeChanges(changes, (target) => standings.get(target) ?? 'outside'),
  };
}

function ruleOfSame({ full }: Version): Pick<AtomDiff['rule'], 'respected' | 'message' | 'reasons'> {
  return { respected: true, message: `nothing has changed since ${full} was published`, reasons: [] };
}
