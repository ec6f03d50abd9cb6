// Tar archives, compressed: the result does not depend on chunk boundaries, and all paths are safe on all
// systems.
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import {
  type ArchiveLimits,
  type Inspection,
  TarballInspector,
  type TarballSink,
} from '@prime-registry/archive';
import { expect, type Target } from '../target.ts';
import { checkMessage } from './path.ts';

const BLOCK_BYTES = 512;
const LIMITS: ArchiveLimits = { maxUnpackedBytes: 2 ** 30, maxEntries: 20_000, maxRatio: 200 };

export const tar: Target = {
  name: 'tar',
  weight: 5,
  usualBytes: 8192,
  dictionary: [
    'ustar\x0000',
    'ustar  \0',
    '\0',
    '../',
    './',
    '/',
    'pack.yaml',
    'PACK.yaml',
    'a\\b',
    'C:',
    'aux',
    '\u202e',
    '\u200c',
    'e\u0301',
    '12 path=a/b\n',
    '9 size=5\n',
    '22 GNU.sparse.major=1\n',
    '20 hdrcharset=BINARY\n',
    '0000644\0',
    '00000000017\0',
    '\x80\0\0\0',
    'x',
    'g',
    'L',
    'K',
    'S',
    '1',
    '2',
    '5',
  ],
  repair: fixChecksums,
  open: () => ({ run: (input) => inspectTwice(gzipSync(input, { level: 1 })) }),
};

/** Inspects the bytes whole and in two chunks. @returns the outcome */
export async function inspectTwice(packed: Buffer): Promise<string> {
  const whole = await inspect([packed]);
  const middle = Math.floor(packed.length / 2);
  const pieces = await inspect([packed.subarray(0, middle), packed.subarray(middle)]);
  expect(isDeepStrictEqual(whole, pieces), 'the inspection depends on how the bytes are split');
  if (whole.ok) return `a tarball with ${whole.report.namespaces.length} namespaces`;
  checkMessage(whole.problem.path ?? 'no path');
  return checkMessage(whole.problem.message);
}

async function inspect(chunks: readonly Buffer[]): Promise<Inspection> {
  const inspector = new TarballInspector(LIMITS, new PathWatch());
  for (const chunk of chunks) await inspector.write(chunk);
  const inspection = await inspector.finish();
  inspector.discard();
  return inspection;
}

/** Checks every path that would be written. */
class PathWatch implements TarballSink {
  #left = 0;

  onFolder(path: string): void {
    checkPath(path);
  }

  onFile(path: string, sizeBytes: number): void {
    checkPath(path);
    expect(Number.isSafeInteger(sizeBytes) && sizeBytes >= 0, 'a size is out of bounds');
    this.#left = sizeBytes;
  }

  onContent(bytes: Uint8Array): void {
    this.#left -= bytes.length;
    expect(this.#left >= 0, 'a file has more than its size');
  }

  onFileEnd(): void {
    expect(this.#left === 0, 'a file has less than its size');
  }
}

function checkPath(path: string): void {
  const isSafe =
    path !== '' &&
    !path.startsWith('/') &&
    !path.split('/').some((part) => part === '' || /^\.{1,2}$/.test(part));
  expect(isSafe && !/[\\\p{Cc}\p{Bidi_Control}]/u.test(path), `a path is ${JSON.stringify(path)}`);
}

/** Corrects the checksum of every block that looks like a header (POSIX pax, "chksum"). */
function fixChecksums(input: Buffer): Buffer {
  for (let start = 0; start + BLOCK_BYTES <= input.length; start += BLOCK_BYTES) {
    const block = input.subarray(start, start + BLOCK_BYTES);
    if (block.toString('latin1', 257, 262) !== 'ustar') continue;
    block.fill(' ', 148, 156);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  }
  return input;
}
