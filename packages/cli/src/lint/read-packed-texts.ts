// Reads some files of a tarball that was checked before.
import { createReadStream } from 'node:fs';
import { inspectTarball } from '../pack/inspect-tarball.ts';
import { WIDEST_LIMITS } from '../publish/registry-limits.ts';

/** Larger files are left out: no source of atoms is larger. */
const MAX_FILE_BYTES = 256 * 1024;

/** The texts of the files by path. What is not in the tarball, or too large, is left out. */
export async function readPackedTexts(
  tarball: string,
  paths: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  let path: string | undefined;
  let chunks: Uint8Array[] = [];
  await inspectTarball(createReadStream(tarball), WIDEST_LIMITS, {
    onFile(name, sizeBytes) {
      path = paths.has(name) && sizeBytes <= MAX_FILE_BYTES ? name : undefined;
      chunks = [];
    },
    onContent(bytes) {
      // A copy: the bytes are valid only now.
      if (path !== undefined) chunks.push(Uint8Array.from(bytes));
    },
    onFileEnd() {
      if (path !== undefined) texts.set(path, Buffer.concat(chunks).toString('utf8'));
    },
  });
  return texts;
}
