// Packs files from text or bytes.
import { type PackEntry, packEntries } from '../src/index.ts';

/** A file in memory. */
export function entryOf(path: string, content: string | Uint8Array): PackEntry {
  const bytes = Buffer.from(content);
  return {
    path,
    sizeBytes: bytes.length,
    async *read() {
      yield bytes;
    },
  };
}

/** Files in memory, by path. */
export function entriesOf(files: Readonly<Record<string, string | Uint8Array>>): PackEntry[] {
  return Object.entries(files).map(([path, content]) => entryOf(path, content));
}

/** The whole .tar.gz of files in memory. */
export async function packAll(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  return Buffer.concat(await packEntries(entriesOf(files)).toArray());
}
