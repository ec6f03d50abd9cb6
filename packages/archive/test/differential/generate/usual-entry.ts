// An entry as one of the common packers writes it.
import type { SeededRandom } from '@prime-registry/testkit';
import { gnuLongName, paxRecord, type RawEntry, tarFile } from '../../build-tar.ts';
import { type EntrySpec, plainSpec } from './entry-spec.ts';
import { CONTENT_SIZES, USUAL_PATHS } from './pools.ts';

type Style = 'gnu' | 'pax' | 'ustar' | 'bsd' | 'old';
const STYLES: readonly Style[] = ['gnu', 'gnu', 'pax', 'pax', 'ustar', 'bsd', 'old'];
const HEADERS: Readonly<Record<Style, RawEntry>> = {
  gnu: { format: 'gnu', mtime: '14524770400\0' },
  pax: { mtime: '14524770400\0' },
  ustar: { patches: { 329: Buffer.from('0000000\x000000000\0') } },
  bsd: { mode: '000644 \0', uid: '001750 \0', gid: '001750 \0', mtime: '14524770400 ' },
  old: { typeflag: '\0' },
};

/** A file or a folder with a path of its own. */
export function usualEntry(random: SeededRandom, number: number): EntrySpec {
  const style = random.pick(STYLES);
  const isFolder = random.chance(0.2);
  const path = random.pick(USUAL_PATHS)(number) + (isFolder ? '/' : '');
  const content = isFolder ? Buffer.alloc(0) : usualContent(random);
  const header: RawEntry = {
    ...HEADERS[style],
    ...(isFolder && { mode: '0000755\0', typeflag: '5' }),
  };
  const spec = plainSpec(header, content);
  setPath(spec, path, style, random);
  if (style === 'pax' && random.chance(0.5)) addPax(spec, 'mtime', '1700000000.123456789');
  return spec;
}

/** Text, zeros, or the blocks of an entry `inner`. */
export function usualContent(random: SeededRandom): Buffer {
  const sizeBytes = random.pick(CONTENT_SIZES);
  if (random.chance(0.4)) return random.bytes(sizeBytes);
  return Buffer.alloc(sizeBytes, random.chance(0.5) ? tarFile('inner', 'x') : 'text ');
}

/** Adds a record to the pax header in front of the entry, or makes one. */
export function addPax(spec: EntrySpec, keyword: string, value: string | Uint8Array, typeflag = 'x'): void {
  let header = spec.records.find((record) => record.header.typeflag === typeflag);
  if (header === undefined) {
    header = plainSpec({ name: 'PaxHeader/x', typeflag });
    spec.records.push(header);
  }
  header.content = Buffer.concat([header.content, paxRecord(keyword, value)]);
}

function setPath(spec: EntrySpec, path: string, style: Style, random: SeededRandom): void {
  const bytes = Buffer.from(path);
  const isPlain = bytes.length <= 100 && bytes.length === path.length;
  spec.header.name = bytes.subarray(0, 100);
  if (isPlain && !random.chance(0.1)) return;
  const slash = path.indexOf('/', path.length - 102);
  if (style !== 'pax' && style !== 'gnu' && slash > 0 && slash < 155 && bytes.length === path.length) {
    spec.header = {
      ...spec.header,
      format: 'ustar',
      prefix: path.slice(0, slash),
      name: path.slice(slash + 1),
    };
  } else if (style === 'gnu' || style === 'old') {
    const record = gnuLongName(path);
    spec.records.push(
      plainSpec(
        { name: '././@LongLink', typeflag: 'L', format: 'gnu' },
        record.subarray(512, 512 + bytes.length + 1),
      ),
    );
  } else {
    addPax(spec, 'path', path);
  }
}
