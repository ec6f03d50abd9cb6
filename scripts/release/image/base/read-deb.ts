// Reads a Debian package: an ar archive with two tar archives, compressed by xz, which Node.js cannot read.
import { spawnSync } from 'node:child_process';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { ImageEntry } from '../oci/image-entry.ts';
import { readTar } from '../oci/read-tar.ts';

const MAGIC = '!<arch>\n';
const HEADER_BYTES = 60;
const MAX_UNPACKED_BYTES = 256 * 1024 ** 2;

/** What a package installs, and its description. */
export interface DebPackage {
  readonly entries: readonly ImageEntry[];
  /** The file `control`: name, version, architecture, … */
  readonly control: string;
}

/** @throws Error if the bytes are not a Debian package, or the program xz is missing */
export function readDeb(bytes: Buffer): DebPackage {
  const members = readAr(bytes);
  const tarOf = (name: string): ImageEntry[] => {
    const member = [...members].find(([key]) => key.startsWith(`${name}.tar`));
    if (member === undefined) throw new Error(`the Debian package has no ${name}.tar`);
    return readTar(decompress(...member));
  };
  const control = tarOf('control').find(({ path }) => path === 'control')?.content;
  if (control === undefined) throw new Error('the Debian package has no description');
  return { entries: tarOf('data'), control: Buffer.from(control).toString() };
}

function readAr(bytes: Buffer): Map<string, Buffer> {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('not a Debian package');
  const members = new Map<string, Buffer>();
  for (let at = MAGIC.length; at + HEADER_BYTES <= bytes.length; ) {
    const name = bytes
      .toString('latin1', at, at + 16)
      .trimEnd()
      .replace(/\/$/, '');
    const sizeBytes = Number(bytes.toString('latin1', at + 48, at + 58));
    const start = at + HEADER_BYTES;
    if (!Number.isSafeInteger(sizeBytes) || start + sizeBytes > bytes.length)
      throw new Error('the Debian package is not complete');
    members.set(name, bytes.subarray(start, start + sizeBytes));
    at = start + sizeBytes + (sizeBytes % 2);
  }
  return members;
}

function decompress(name: string, bytes: Buffer): Uint8Array {
  if (name.endsWith('.tar')) return bytes;
  if (name.endsWith('.gz')) return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  if (name.endsWith('.zst')) return zstdDecompressSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  return decompressXz(bytes);
}

/** @throws Error if the program xz is missing, or refuses the bytes */
export function decompressXz(bytes: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync('xz', ['--decompress', '--stdout'], {
    input: bytes,
    maxBuffer: MAX_UNPACKED_BYTES,
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new Error('the program xz is missing: install it (xz-utils, or xz)');
  if (error !== undefined || status !== 0)
    throw new Error(`xz cannot decompress: ${error?.message ?? String(stderr).trim()}`);
  return stdout;
}
