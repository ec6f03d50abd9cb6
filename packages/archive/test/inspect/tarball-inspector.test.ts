// The inspector and its caller: order, ownership of chunks, discarding.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { TarballInspector } from '../../src/index.ts';
import { buildTarball, tarFile } from '../build-tar.ts';
import { WIDE_LIMITS } from '../inspect-bytes.ts';

const TARBALL = buildTarball(tarFile('README.md', 'hello'), tarFile('noise', randomBytes(300_000)));
const GARBAGE = randomBytes(300_000).fill('x', 0, 10);

describe('TarballInspector', () => {
  it('keeps the order of writes that were not awaited', async () => {
    const inspector = new TarballInspector(WIDE_LIMITS);
    for (let offset = 0; offset < TARBALL.length; offset += 10_000) {
      void inspector.write(TARBALL.subarray(offset, offset + 10_000));
    }
    assert.equal((await inspector.finish()).ok, true);
  });

  it('does not use the chunk after a write resolves', async () => {
    const inspector = new TarballInspector(WIDE_LIMITS);
    const chunk = Buffer.alloc(10_000);
    for (let offset = 0; offset < TARBALL.length; offset += chunk.length) {
      const length = TARBALL.copy(chunk, 0, offset);
      await inspector.write(chunk.subarray(0, length));
      chunk.fill(0xff);
    }
    const inspection = await inspector.finish();
    assert.equal(inspection.ok && inspection.report.readme, 'hello');
  });

  it('ignores everything after a problem', async () => {
    const inspector = new TarballInspector(WIDE_LIMITS);
    for (let turn = 0; turn < 100; turn += 1) await inspector.write(GARBAGE);
    const inspection = await inspector.finish();
    assert.match(inspection.ok ? '' : inspection.problem.message, /not gzip-compressed/);
  });

  it('returns the same when it is finished again', async () => {
    for (const bytes of [TARBALL, GARBAGE]) {
      const inspector = new TarballInspector(WIDE_LIMITS);
      await inspector.write(bytes);
      const first = await inspector.finish();
      assert.deepEqual(await inspector.finish(), first);
    }
  });
});

describe('discard', () => {
  const given: Record<string, (inspector: TarballInspector) => Promise<void> | undefined> = {
    'before the first write': () => undefined,
    'after a part of the tarball': (inspector) => inspector.write(TARBALL.subarray(0, 200_000)),
    'during a write': (inspector) => {
      void inspector.write(TARBALL);
      return undefined;
    },
    'after the whole tarball': (inspector) => inspector.write(TARBALL),
  };
  for (const [when, begin] of Object.entries(given)) {
    it(`ends ${when}, also twice`, async () => {
      const inspector = new TarballInspector(WIDE_LIMITS);
      await begin(inspector);
      inspector.discard();
      inspector.discard();
      await inspector.write(TARBALL);
      const inspection = await inspector.finish();
      assert.match(inspection.ok ? '' : inspection.problem.message, /aborted before its end/);
    });
  }

  it('lets a finish in progress end', async () => {
    const inspector = new TarballInspector(WIDE_LIMITS);
    await inspector.write(TARBALL);
    const finished = inspector.finish();
    inspector.discard();
    assert.equal((await finished).ok, false);
  });

  it('has no effect after a problem or a report', async () => {
    for (const [bytes, ok] of [
      [TARBALL, true],
      [GARBAGE, false],
    ] as const) {
      const inspector = new TarballInspector(WIDE_LIMITS);
      await inspector.write(bytes);
      assert.equal((await inspector.finish()).ok, ok);
      inspector.discard();
    }
  });

  it('does not free memory that is still in use when it is discarded during the finish', async () => {
    for (let turn = 0; turn < 300; turn += 1) {
      const given = new TarballInspector(WIDE_LIMITS);
      await given.write(TARBALL);
      const finishing = given.finish();
      for (let moment = 0; moment < turn % 6; moment += 1) await undefined;
      given.discard();
      await finishing;
      const other = new TarballInspector(WIDE_LIMITS);
      await other.write(TARBALL);
      assert.equal((await other.finish()).ok, true);
    }
  });
});
