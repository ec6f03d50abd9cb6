// Reads some files of a tarball that was checked before.
import { createReadStream } from 'node:fs';
import { TarballInspector } from '@prime-registry/archive';
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
  const inspector = new TarballInspector(WIDEST_LIMITS, {
    onFolder() {},
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
  try {
    for await (const chunk of createReadStream(tarball)) {
      await inspector.write(chunk as Uint8Array);
      if (inspector.hasProblem) break;
    }
    await inspector.finish();
  } finally {
    inspector.discard();
  }
  return texts;
}
