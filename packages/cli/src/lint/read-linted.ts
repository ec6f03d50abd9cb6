// Reads what is linted: a Prime, and what registries know about its atoms.
import { createReadStream } from 'node:fs';
import { contentKeyOf } from '@prime-registry/atoms';
import type { RegistryClient } from '@prime-registry/client';
import { type Flags, toPrintable, UsageError } from '@prime-registry/command-line';
import { listLookups } from '@prime-registry/lint';
import type { CommandContext } from '../command.ts';
import { isA, unless } from '../errors/expected.ts';
import { type CheckedTarball, checkTarball } from '../pack/check-tarball.ts';
import { findNameFlag } from '../pack/name-flag.ts';
import { packPrime } from '../pack/pack-folder.ts';
import { loadAccess, type RegistryAccess } from '../registries/registry-access.ts';
import { type Holders, NO_HOLDERS } from './holders.ts';
import { lookUpHolders } from './look-up-holders.ts';

/** The tarball, or that of the folder. @throws UsageError, ValidationError */
export async function readLinted(
  { signal }: CommandContext,
  flags: Flags,
  place: string,
  isFile: boolean,
): Promise<CheckedTarball> {
  const name = findNameFlag(flags);
  if (isFile && name !== undefined) throw new UsageError('--name is for folders; a tarball is read as it is');
  const allowed = new Set<string>();
  if (isFile)
    return checkTarball(createReadStream(place), { place, secrets: { allowed, judgesNames: true }, signal });
  return packPrime({ folder: place, name, allowedSecrets: allowed, signal });
}

/** What registries know; nothing with `--offline`. */
export async function askRegistries(
  context: CommandContext,
  flags: Flags,
  { manifest, inventory }: CheckedTarball,
): Promise<Holders> {
  if (flags.offline === true || inventory === undefined) return NO_HOLDERS;
  const access = await loadAccess(context, flags);
  const { atoms } = inventory;
  const ids = listLookups(atoms);
  for (const { id } of atoms) ids.delete(id);
  const holders = await lookUpHolders({
    access,
    target: findTarget(access, manifest.name.scope),
    name: manifest.name.full,
    ownIds: atoms.map(({ id }) => id),
    ownContents: atoms.flatMap((atom) => contentKeyOf(atom) ?? []),
    targets: [...ids],
    signal: context.signal,
  });
  for (const note of holders.notes) context.terminal.warn(toPrintable(note));
  return holders;
}

/**
 * The registry that a Prime would be published to. Undefined if no registry is configured, or if a publish would ask
 * which one is meant.
 */
function findTarget({ settings, targetFor }: RegistryAccess, scope: string): RegistryClient | undefined {
  if (settings.registries.length === 0) return undefined;
  return unless(isA(UsageError), () => targetFor(scope));
}
