// Reads the atoms and the digests of the files of a published tarball. Nothing else in it is checked.
import type { ArchiveLimits } from '@prime-registry/archive';
import { type Inventory, InventoryCollector } from '@prime-registry/atoms';
import { CommandError } from '../errors/command-error.ts';
import { LIMITS_HINT } from '../install/limits-hint.ts';
import { inspectTarball } from '../pack/inspect-tarball.ts';
import { FileDigests } from './file-digests.ts';

export interface TarballContents {
  readonly inventory: Inventory;
  /** SHA-256 of each file, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads a tarball within limits. @param place - what errors call it @throws CommandError if its atoms cannot be read */
export async function readContents(
  chunks: AsyncIterable<Uint8Array>,
  place: string,
  limits: ArchiveLimits,
): Promise<TarballContents> {
  const atoms = new InventoryCollector();
  const digests = new FileDigests();
  const inspection = await inspectTarball(chunks, limits, atoms, digests);
  const inventory = inspection.ok ? await atoms.finish() : undefined;
  if (inventory !== undefined) return { inventory, files: digests.files };
  const reason = inspection.ok ? '' : `: ${inspection.problem.message}`;
  const isTooLarge = !inspection.ok && inspection.problem.code === 'too_large';
  throw new CommandError(
    `the atoms of ${place} cannot be read${reason}`,
    isTooLarge ? { hint: LIMITS_HINT } : {},
  );
}
