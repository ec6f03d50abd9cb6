// Tarballs of files in memory, packed like `prime publish` does.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { packEntries } from '@prime-registry/archive';

/** The .tar.gz of these files. */
export function packFiles(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([path, text]) => {
    const bytes = Buffer.from(text);
    return { path, sizeBytes: bytes.length, read: () => Readable.from([bytes]) };
  });
  return buffer(packEntries(entries));
}
