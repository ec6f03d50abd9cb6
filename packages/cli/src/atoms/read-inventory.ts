// Reads the atoms and the digests of the files of a published tarball. Nothing else in it is checked.
import { TarballInspector } from '@prime-registry/archive';
import { type Inventory, InventoryCollector } from '@prime-registry/atoms';
import { CommandError } from '../errors/command-error.ts';
import { INSTALL_LIMITS } from '../install/limits.ts';
import { FileDigests } from './file-digests.ts';

/** The contents of a tarball. */
export interface TarballContents {
  readonly inventory: Inventory;
  /** SHA-256 of each file, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads a tarball. @param place - what errors call it @throws CommandError if its atoms cannot be read */
export async function readContents(
  chunks: AsyncIterable<Uint8Array>,
  place: string,
): Promise<TarballContents> {
  const atoms = new InventoryCollector();
  const digests = new FileDigests();
  const inspector = new TarballInspector(INSTALL_LIMITS, {
    onFolder() {},
    onFile(path, sizeBytes) {
      atoms.onFile(path, sizeBytes);
      digests.onFile(path);
    },
    onContent(bytes) {
      atoms.onContent(bytes);
      digests.onContent(bytes);
    },
    onFileEnd() {
      atoms.onFileEnd();
      digests.onFileEnd();
    },
  });
  try {
    for await (const chunk of chunks) await inspector.write(chunk);
    const inspection = await inspector.finish();
    const inventory = inspection.ok ? await atoms.finish() : undefined;
    if (inventory !== undefined) return { inventory, files: digests.files };
    const reason = inspection.ok ? '' : `: ${inspection.problem.message}`;
    throw new CommandError(`the atoms of ${place} cannot be read${reason}`);
  } finally {
    inspector.discard();
  }
}
