// Compares a folder with what is published: with its own version if that is published, otherwise with the version
// before it, as a registry does at a publish.
import {
  diffInventories,
  findVersionBefore,
  type Inventory,
  listChanges,
  placeChanges,
  reportStep,
} from '@prime-registry/atoms';
import type { RegistryClient } from '@prime-registry/client';
import type { AtomDiff, Version, VersionList } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';
import type { CheckedTarball } from '../pack/check-tarball.ts';
import { diffTexts, type TextChange } from './diff-texts.ts';
import { listChangedFiles } from './file-digests.ts';
import { findSame, listPublished, type Published, readPublished } from './published-version.ts';

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

/** The version itself if it is published, otherwise the one before it. */
function findVersionToCompare({ versions }: VersionList, version: Version): Version | undefined {
  return findSame(versions, version) ?? findVersionBefore(versions, version);
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
