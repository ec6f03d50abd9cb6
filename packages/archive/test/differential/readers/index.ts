// All readers, as far as this machine has them.
import { findGo, findPython, getNpmLibrary } from './list-readers.ts';
import type { MissingReader, Reader } from './reader.ts';
import { findTarPrograms } from './tree-readers.ts';

/** The readers of this machine, and those that it does not have. */
export async function findReaders(): Promise<{ readers: Reader[]; missing: MissingReader[] }> {
  const all = [
    ...findTarPrograms(),
    await findPython(),
    await findGo(),
    await getNpmLibrary('tar'),
    await getNpmLibrary('tar-6'),
    await getNpmLibrary('tar-stream'),
  ];
  return {
    readers: all.filter((reader) => 'read' in reader),
    missing: all.filter((reader): reader is MissingReader => !('read' in reader)),
  };
}
