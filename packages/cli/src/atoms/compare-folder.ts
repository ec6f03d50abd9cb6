// Compares a folder with the published version before it, as a registry does at a publish. The tarball of
// that version is downloaded and read here, so that it works with every registry.
import {
  diffInventories,
  findVersionBefore,
  type Inventory,
  listChanges,
  placeChanges,
  reportStep,
} from '@prime-registry/atoms';
import { isNotFound, type RegistryClient } from '@prime-registry/client';
import type { AtomDiff, Version } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';
import { makeTarballSource } from '../find/tarball-source.ts';
import type { PackedFolder } from '../pack/pack-folder.ts';
import { readInventory } from './read-inventory.ts';

/**
 * Compares a packed folder with the version before it.
 * @throws CommandError if there is no such version
 */
export async function compareFolder(
  context: CommandContext,
  registry: RegistryClient,
  { manifest, inventory }: PackedFolder,
): Promise<AtomDiff> {
  const { name, version } = manifest;
  const from = await findPublished(registry, name.full, version, context.signal);
  const before = await readPublished(context, registry, name.full, from);
  if (inventory === undefined) throw new CommandError('the atoms of the folder cannot be read');
  const diff = diffInventories(before.atoms, inventory.atoms);
  const standings = new Map(
    inventory.atoms.flatMap(({ edges }) => edges.map(({ target, standing }) => [target, standing])),
  );
  const { rule, counts } = reportStep(diff, from, version);
  const changes = listChanges({ diff, before: before.atoms, after: inventory.atoms });
  return {
    name: name.full,
    from: from.full,
    to: version.full,
    rule,
    counts,
    ...placeChanges(changes, (target) => standings.get(target) ?? 'outside'),
  };
}

async function findPublished(
  registry: RegistryClient,
  name: string,
  version: Version,
  signal: AbortSignal,
): Promise<Version> {
  const list = await registry.versions(name, { signal }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  const from = list && findVersionBefore(list.versions, version);
  if (from !== undefined) return from;
  throw new CommandError(
    `${registry.baseUrl} has no version of ${name} below ${version.full} to compare with`,
    {
      hint: 'a first version needs no comparison',
    },
  );
}

async function readPublished(
  context: CommandContext,
  registry: RegistryClient,
  name: string,
  version: Version,
): Promise<Inventory> {
  const { signal } = context;
  const manifest = await registry.manifest(name, version.full, { signal });
  const source = makeTarballSource(context, { registry, manifest });
  return readInventory(await source.open(), `${name} ${version.full}`);
}
