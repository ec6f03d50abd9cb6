// Reads tar archives with an independent library, for comparison.
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';

/** An entry of the other reader. */
export interface ListedEntry {
  name: string;
  type: string | null | undefined;
  mode: number | undefined;
  mtime: Date | undefined;
  content: Buffer;
}

/** All entries of an uncompressed tar stream, in order. */
export async function listWithTarStream(tar: Uint8Array): Promise<ListedEntry[]> {
  const reader = Readable.from([tar]).pipe(extract());
  const entries: ListedEntry[] = [];
  for await (const entry of reader) {
    const { name, type, mode, mtime } = entry.header;
    const content = await Readable.from(entry).toArray();
    entries.push({ name, type, mode, mtime, content: Buffer.concat(content) });
  }
  return entries;
}
