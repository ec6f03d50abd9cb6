// Reads the atoms of a published tarball. Nothing else in it is checked.
import { TarballInspector } from '@prime-registry/archive';
import { type Inventory, InventoryCollector } from '@prime-registry/atoms';
import { CommandError } from '../errors/command-error.ts';
import { REGISTRY_LIMITS } from '../pack/registry-limits.ts';

/** Reads the atoms. @param place - what errors call the tarball @throws CommandError if it cannot be read */
export async function readInventory(chunks: AsyncIterable<Uint8Array>, place: string): Promise<Inventory> {
  const atoms = new InventoryCollector();
  const inspector = new TarballInspector(REGISTRY_LIMITS, atoms);
  try {
    for await (const chunk of chunks) await inspector.write(chunk);
    const inspection = await inspector.finish();
    const inventory = inspection.ok ? await atoms.finish() : undefined;
    if (inventory !== undefined) return inventory;
    const reason = inspection.ok ? '' : `: ${inspection.problem.message}`;
    throw new CommandError(`the atoms of ${place} cannot be read${reason}`);
  } finally {
    inspector.discard();
  }
}
