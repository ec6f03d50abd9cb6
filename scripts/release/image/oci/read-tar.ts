// Reads tar archives whose digest was verified before: Debian packages and npm tarballs. Knows what those contain
// (ustar, GNU long names, pax paths), and refuses everything else.
import type { ImageEntry } from './image-entry.ts';

const BLOCK_BYTES = 512;
const KINDS: Readonly<Record<string, ImageEntry['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '2': 'link',
  '5': 'folder',
};

/**
 * The entries of an archive, with paths as they are in it, without `./` in front and `/` behind.
 * @throws Error for a device, a hard link, or an archive that ends in the middle of an entry
 */
export function readTar(archive: Uint8Array): ImageEntry[] {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries: ImageEntry[] = [];
  let given: { path?: string; target?: string } = {};
  for (let at = 0; at + BLOCK_BYTES <= bytes.length && bytes[at] !== 0; ) {
    const block = bytes.subarray(at, at + BLOCK_BYTES);
    const sizeBytes = Number.parseInt(textOf(block, 124, 12), 8);
    const start = at + BLOCK_BYTES;
    const content = bytes.subarray(start, start + sizeBytes);
    if (content.length !== sizeBytes) throw new Error('the tar archive ends in the middle of an entry');
    at = start + Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
    const type = String.fromCharCode(block[156] ?? 0);
    if (type === 'L') given.path = textOf(content, 0, sizeBytes);
    else if (type === 'K') given.target = textOf(content, 0, sizeBytes);
    else if (type === 'x') given = { ...given, ...readPaxPaths(content.toString()) };
    else if (type !== 'g') {
      const prefix = textOf(block, 345, 155);
      const isGnu = textOf(block, 257, 8).endsWith(' ');
      const short = `${prefix !== '' && !isGnu ? `${prefix}/` : ''}${textOf(block, 0, 100)}`;
      const path = (given.path ?? short).replace(/^\.\//, '').replace(/\/$/, '');
      const kind = KINDS[type];
      if (kind === undefined) throw new Error(`${path} in the tar archive is not a file, a folder or a link`);
      const mode = Number.parseInt(textOf(block, 100, 8), 8);
      const target = kind === 'link' ? { target: given.target ?? textOf(block, 157, 100) } : {};
      entries.push({ path, kind, mode, ...(kind === 'file' ? { content } : {}), ...target });
      given = {};
    }
  }
  return entries;
}

function readPaxPaths(records: string): { path?: string; target?: string } {
  const value = (keyword: string): string | undefined =>
    new RegExp(`(?:^|\\n)\\d+ ${keyword}=(.*)\\n`).exec(records)?.[1];
  const path = value('path');
  const target = value('linkpath');
  return { ...(path === undefined ? {} : { path }), ...(target === undefined ? {} : { target }) };
}

function textOf(bytes: Buffer, start: number, length: number): string {
  const [text = ''] = bytes.toString('utf8', start, start + length).split('\0');
  return text;
}
