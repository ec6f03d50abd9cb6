// Properties of any input: there is a result, it is the same for any chunks, and no entry is one that another
// tar program would read differently.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { TarReader } from '../../src/tar/tar-reader.ts';
import { buildTar, tarFile, tarFolder } from '../build-tar.ts';
import { inspect } from '../inspect-bytes.ts';
import { listWithTarStream } from '../list-with-tar-stream.ts';
import { anyChanges, anyTar, changeBytes } from '../random-tars.ts';

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

  it('does not depend on the chunks, and ends with a report or a problem', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTar,
        anyChanges,
        anyChanges,
        chunkSizes,
        async (bytes, tarChanges, gzipChanges, sizes) => {
          const tarball = changeBytes(gzipSync(changeBytes(bytes, tarChanges, 512)), gzipChanges, 16);
          const whole = await inspect(tarball);
          assert.ok(whole.ok ? whole.report.entryCount > 0 : whole.problem.message.length > 0);
          assert.deepEqual(await inspect(tarball, {}, sizes), whole);
        },
      ),
      COSTLY,
    );
  });

  it('accepts only what another tar program reads in the same way', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(anyTar, anyChanges, async (bytes, tarChanges) => {
        const changed = changeBytes(bytes, tarChanges, 512);
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
      // Without this one, a run of few inputs may have none that is accepted.
      {
        ...COSTLY,
        examples: [[buildTar(tarFolder('b/'), tarFile('b/c', 'text'), tarFile('pack.yaml', '')), []]],
      },
    );
    assert.ok(accepted > 0, 'no archive was accepted');
  });
});

/** Path, type and content of each entry, from our own reader in the terms of the other one. */
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
