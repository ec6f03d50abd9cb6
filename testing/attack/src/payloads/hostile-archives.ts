// Tarballs that cost much to read.
import type { SeededRandom } from '@prime-registry/testkit';
import { buildTarball } from '@prime-registry/testkit';
import { packDensePrime } from './dense-prime.ts';
import { packTar, tarEntry } from './tar.ts';

const PAX_BYTES = 693_000;
const BOMB_BYTES = 200 * 2 ** 20;
/** One random KiB in this many: the whole stays below the highest permitted ratio. */
const BOMB_RATIO = 190;
const MAX_ENTRIES = 20_000;

/** All of them, by name. @param scale - the share of their full sizes */
export function packHostileArchives(scale: number, random: SeededRandom): Record<string, Buffer> {
  return {
    dense: packDensePrime(Math.round(10_000 * scale), 'p'),
    'slow YAML': packSlowYaml(Math.round(1000 * scale)),
    'pax records': packPaxRecords(PAX_BYTES),
    'permitted pax records': packManyPax(Math.round(300 * scale)),
    bomb: packBomb(BOMB_BYTES * scale, random),
    'many files': packManyFiles(Math.round((MAX_ENTRIES - 10) * scale)),
  };
}

/** Atoms in the compiled form whose YAML takes a hundred times as long as other text. */
function packSlowYaml(atoms: number): Buffer {
  const text = `x: [${'{},'.repeat(5000)}]\n`;
  const paths = Array.from({ length: atoms }, (_, index) => `primes/compiled/@attack/a${index}/atom.yaml`);
  return buildTarball(Object.fromEntries(paths.map((path) => [path, text])));
}

/** One header with more than a hundred thousand records. */
function packPaxRecords(bytes: number): Buffer {
  const records = Buffer.from('6 a=b\n'.repeat(bytes / 6));
  return packTar([tarEntry('x', records, 'x'), tarEntry('a.txt', Buffer.from('a'))]);
}

/** As many records as the limits permit: few in each of many headers. */
function packManyPax(entries: number): Buffer {
  const records = Buffer.from('13 a.b=12345\n'.repeat(32));
  return packTar(
    Array.from({ length: entries }, (_, index) => [
      tarEntry(`x${index}`, records, 'x'),
      tarEntry(`f${index}.txt`, Buffer.from('a')),
    ]).flat(),
  );
}

function packBomb(bytes: number, random: SeededRandom): Buffer {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes - 1024; at += BOMB_RATIO * 1024) content.set(random.bytes(1024), at);
  return packTar([tarEntry('zeros.txt', content)]);
}

function packManyFiles(files: number): Buffer {
  return buildTarball(Object.fromEntries(Array.from({ length: files }, (_, index) => [`f${index}.txt`, ''])));
}
