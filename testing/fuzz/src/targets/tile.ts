// Paths of tiles, bundles of entries and lists of hashes.
import {
  decodeEntryBundle,
  decodeHashes,
  encodeEntryBundle,
  encodeHashes,
  formatTilePath,
  parseTilePath,
} from '@prime-registry/tlog';
import { expect, type Target } from '../target.ts';
import { readOrRefuse } from './read-or-refuse.ts';

export const tile: Target = {
  name: 'tile',
  weight: 6,
  usualBytes: 200,
  dictionary: [
    'tile/',
    'entries',
    '/',
    'x',
    '000',
    '001',
    'x009',
    '.p/',
    '1',
    '63',
    '255',
    '256',
    '\0\0',
    '\0\u0001',
  ],
  open: () => ({
    run(input) {
      return [checkPath(input.toString('utf8')), checkBundle(input), checkHashes(input)].join('; ');
    },
  }),
};

function checkPath(text: string): string {
  const path = parseTilePath(text);
  if (path === undefined) return 'no path';
  expect(formatTilePath(path) === text, 'a path is written otherwise than it was read');
  return `a path of level ${path.level}`;
}

function checkBundle(input: Buffer): string {
  const read = readOrRefuse(() => decodeEntryBundle(input));
  if ('refused' in read) return read.refused;
  expect(Buffer.compare(encodeEntryBundle(read.value), input) === 0, 'a bundle differs from its entries');
  return `a bundle of ${read.value.length}`;
}

function checkHashes(input: Buffer): string {
  const read = readOrRefuse(() => decodeHashes(input));
  if ('refused' in read) return read.refused;
  expect(Buffer.compare(encodeHashes(read.value), input) === 0, 'a list of hashes differs from its hashes');
  return 'hashes';
}
