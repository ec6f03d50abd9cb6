// Reads tar archives with a library that shares no code with ours, to compare.
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';

/** An entry as the other reader sees it. */
export interface ListedEntry {
  name: string;
  type: string | null | undefined;
  mode: number | undefined;
  mtime: Date | undefined;
  content: Buffer;
}

/** All entries of an uncompressed tar stream, in their order. */
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
