// Finds a version to show or download. Unlike an install, this accepts a yanked version if it is given
// exactly.
import {
  type PrimeSpec,
  type RegistryClient,
  type RegistryManifest,
  ResolutionError,
} from '@prime-registry/client';
import { type Flags, toPrintable } from '@prime-registry/command-line';
import { parseVersion } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { openRegistries, type Registries } from '../registries/open-registries.ts';

/** A version and its registry. */
export interface FoundVersion {
  readonly registry: RegistryClient;
  readonly manifest: RegistryManifest;
  /** Sentences about a move of the Prime. */
  readonly notes?: readonly string[];
}

/** Finds the best version in a range; an exact one even if it is yanked. @throws as the resolver does */
export async function findVersion(
  { ordered, pins, resolver }: Registries,
  { name, range }: PrimeSpec,
  signal: AbortSignal,
): Promise<FoundVersion> {
  try {
    const { registry, manifest, notes } = await resolver.resolve(name.full, range, { signal });
    return { registry, manifest, ...(notes && { notes }) };
  } catch (error) {
    if (!(error instanceof ResolutionError) || error.reason !== 'yanked') throw error;
    // A channel that names a yanked version.
    if (!parseVersion(error.range).ok) throw error;
    // The last registry in the error is the one that answered.
    const owner = error.registries.at(-1);
    const registry = [...ordered, ...pins.values()].find(({ baseUrl }) => baseUrl === owner);
    if (registry === undefined) throw error;
    return { registry, manifest: await registry.manifest(name.full, error.range, { signal }) };
  }
}

/** The same for a command, in its registries; notes a move of the Prime. */
export async function findNoted(
  context: CommandContext,
  flags: Flags,
  spec: PrimeSpec,
): Promise<FoundVersion> {
  const found = await findVersion(await openRegistries(context, flags), spec, context.signal);
  for (const note of found.notes ?? []) context.terminal.note(toPrintable(note));
  return found;
}
