// Downloads are kept, by their digest, so that an image is made again without a network.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Reads a file whose SHA-256 is known from the cache, or downloads it. */
export async function cachedFile(
  file: string,
  sha256: string,
  download: () => Promise<Buffer>,
): Promise<Buffer> {
  const kept = readIfPresent(file);
  if (kept !== undefined && createHash('sha256').update(kept).digest('hex') === sha256) return kept;
  const bytes = await download();
  mkdirSync(dirname(file), { recursive: true });
  // Several runs may do this at once: none reads half a file.
  writeFileSync(`${file}.${process.pid}`, bytes);
  renameSync(`${file}.${process.pid}`, file);
  return bytes;
}

function readIfPresent(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
