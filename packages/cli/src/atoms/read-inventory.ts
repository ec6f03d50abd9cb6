// The atoms of a tarball that is published already: it is not for us to judge anything else of it.
import { TarballInspector } from '@prime-registry/archive';
import { type Inventory, InventoryCollector } from '@prime-registry/atoms';
import { CommandError } from '../errors/command-error.ts';
import { REGISTRY_LIMITS } from '../pack/registry-limits.ts';

/** Reads the atoms. @param place - how the tarball is called in errors @throws CommandError when it cannot be read */
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
