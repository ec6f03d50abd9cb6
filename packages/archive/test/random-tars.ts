// Random archives, and ways to damage them, for property tests.
import { fc } from '@prime-registry/testkit/properties';
import { buildTar, gnuLongName, paxHeader, tarFile, tarFolder } from './build-tar.ts';

/** Parts of valid archives; a random combination is valid or invalid. */
export const anyPart = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('a', 'b/c', './d', 'primes/@x/y.prime', 'pack.yaml'),
      fc.uint8Array({ maxLength: 1500 }),
    )
    .map(([name, content]) => tarFile(name, content)),
  fc.constantFrom('b/', './', 'compiled/@x/y/').map(tarFolder),
  fc
    .constantFrom('e/f', 'primes/g.prime')
    .map((path) => Buffer.concat([paxHeader([['path', path]]), tarFile('p', 'pax')])),
  fc.constantFrom('h', 'i/j').map((path) => Buffer.concat([gnuLongName(path), tarFile('l', 'gnu')])),
  // Long and incompressible, so that the packed bytes span several input blocks of zlib.
  fc.integer({ min: 1, max: 3 }).map((seed) => tarFile(`noise-${seed}`, noise(seed, 70_000))),
);

/** Tar streams that are valid or nearly valid. */
export const anyTar = fc.array(anyPart, { minLength: 1, maxLength: 6 }).map((parts) => buildTar(...parts));

/** One way to damage bytes. */
export interface Change {
  kind: 'flip' | 'cut' | 'drop' | 'repeat' | 'insert';
  /** The position, as a fraction of the length. */
  at: number;
  byte: number;
}

/** Zero or more changes. */
export const anyChanges = fc.array(
  fc.record<Change>({
    kind: fc.constantFrom('flip', 'cut', 'drop', 'repeat', 'insert'),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    byte: fc.integer({ min: 0, max: 255 }),
  }),
  { maxLength: 3 },
);

/** Applies the changes one after the other; a unit is the size of each change, in bytes. */
export function changeBytes(bytes: Buffer, changes: readonly Change[], unitBytes: number): Buffer {
  return changes.reduce((changed, change) => applyOne(changed, change, unitBytes), bytes);
}

/** Changes one unit of bytes, half of the time at a multiple of units, where the structure is. */
function applyOne(bytes: Buffer, { kind, at, byte }: Change, unitBytes: number): Buffer {
  const exact = Math.floor(at * bytes.length);
  const position = byte % 2 === 0 ? exact - (exact % unitBytes) : exact;
  const before = bytes.subarray(0, position);
  const unit = bytes.subarray(position, position + unitBytes);
  const after = bytes.subarray(position + unitBytes);
  const flipped = unit.map((value, index) => (index === byte % unitBytes ? value ^ (byte | 1) : value));
  const inserted = Buffer.alloc(unitBytes, byte % 3 === 0 ? 0 : byte);
  const results: Record<Change['kind'], readonly Uint8Array[]> = {
    flip: [before, flipped, after],
    cut: [before],
    drop: [before, after],
    repeat: [before, unit, unit, after],
    insert: [before, inserted, unit, after],
  };
  return Buffer.concat(results[kind]);
}

/** Incompressible bytes, the same each time. */
function noise(seed: number, sizeBytes: number): Buffer {
  let state = seed;
  const bytes = Uint8Array.from({ length: sizeBytes }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
  return Buffer.from(bytes);
}
