// What must hold for any input at all: an answer, the same one however it is cut, and no entry that another
// tar program would read differently.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { TarReader } from '../../src/tar/tar-reader.ts';
import { buildTar, gnuLongName, paxHeader, tarFile, tarFolder } from '../build-tar.ts';
import { inspect } from '../inspect-bytes.ts';
import { listWithTarStream } from '../list-with-tar-stream.ts';

/** Parts of good archives; put together at random they are good or bad. */
const part = fc.oneof(
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
  // Long and incompressible, so that the packed bytes cross the blocks in which they are fed to zlib.
  fc.integer({ min: 1, max: 3 }).map((seed) => tarFile(`noise-${seed}`, noise(seed, 70_000))),
);
const tar = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => buildTar(...parts));

interface Change {
  kind: 'flip' | 'cut' | 'drop' | 'repeat' | 'insert';
  /** Where, as a fraction of the length. */
  at: number;
  byte: number;
}
const changes = fc.array(
  fc.record<Change>({
    kind: fc.constantFrom('flip', 'cut', 'drop', 'repeat', 'insert'),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    byte: fc.integer({ min: 0, max: 255 }),
  }),
  { maxLength: 3 },
);
const chunkSizes = fc.array(
  fc.oneof(fc.integer({ min: 1, max: 600 }), fc.constantFrom(65_535, 65_536, 65_537)),
  {
    minLength: 1,
    maxLength: 5,
  },
);

describe('an inspection of any input', () => {
  it('of random bytes ends with a problem', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.boolean(), async (bytes, zipped) => {
        const inspection = await inspect(zipped ? gzipSync(bytes) : bytes);
        assert.equal(inspection.ok, false);
      }),
    );
  });

  it('does not depend on how it is cut, and ends with a report or a problem', async () => {
    await fc.assert(
      fc.asyncProperty(tar, changes, changes, chunkSizes, async (bytes, tarChanges, gzipChanges, sizes) => {
        const tarball = apply(gzipSync(apply(bytes, tarChanges, 512)), gzipChanges, 16);
        const whole = await inspect(tarball);
        assert.ok(whole.ok ? whole.report.entryCount > 0 : whole.problem.message.length > 0);
        assert.deepEqual(await inspect(tarball, {}, sizes), whole);
      }),
      { numRuns: 250 },
    );
  });

  it('accepts only what another tar program reads alike', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(tar, changes, async (bytes, tarChanges) => {
        const changed = apply(bytes, tarChanges, 512);
        const inspection = await inspect(gzipSync(changed));
        if (!inspection.ok) return;
        accepted += 1;
        const listed = await listWithTarStream(changed);
        assert.deepEqual(
          listOurselves(changed),
          listed.map(({ name, type, content }) => [name, type, content.toString('hex')]),
        );
        assert.equal(inspection.report.entryCount, listed.length);
      }),
      { numRuns: 250 },
    );
    assert.ok(accepted > 40, `only ${accepted} archives were accepted`);
  });
});

/** Path, type and content of each entry, by our own reader and in the words of the other one. */
function listOurselves(bytes: Uint8Array): string[][] {
  const entries: string[][] = [];
  const contents: Buffer[] = [];
  const reader = new TarReader({
    onEntry: ({ path, kind }) => {
      entries.push([path, kind === 'file' ? 'file' : 'directory']);
      contents.push(Buffer.alloc(0));
    },
    onContent: (part) => contents.push(Buffer.concat([contents.pop() ?? Buffer.alloc(0), part])),
    onMetadata: () => {},
  });
  reader.push(bytes);
  reader.finish();
  return entries.map((entry, index) => [...entry, contents[index]?.toString('hex') ?? '']);
}

function apply(bytes: Buffer, list: readonly Change[], unitBytes: number): Buffer {
  return list.reduce((changed, change) => applyOne(changed, change, unitBytes), bytes);
}

/** Changes one unit of bytes, half of the time at a whole number of units: there the structure is. */
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

/** Bytes that do not compress, the same each time. */
function noise(seed: number, sizeBytes: number): Buffer {
  let state = seed;
  const bytes = Uint8Array.from({ length: sizeBytes }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
  return Buffer.from(bytes);
}
