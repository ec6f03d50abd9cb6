// The digests of a tarball without unpacking it: the same result as unpacking.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extractTarball, readTarballFileDigests } from '../../src/index.ts';
import { buildTarball, buildTarballOf, tarFile, tarFolder } from '../build-tar.ts';
import { WIDE_LIMITS } from '../inspect-bytes.ts';
import { makeSandbox } from '../sandbox.ts';

describe('readTarballFileDigests', () => {
  const tarballs: Record<string, Uint8Array> = {
    'a valid one': buildTarball(
      tarFile('b/c', 'x'),
      tarFolder('empty/'),
      tarFile('a', ''),
      tarFile('b.c', 'y'),
    ),
    'an invalid one': buildTarballOf({ a: 'x', '../b': 'y' }),
  };
  for (const [name, tarball] of Object.entries(tarballs)) {
    it(`returns the result of unpacking for ${name}`, async () => {
      const sandbox = makeSandbox();
      try {
        assert.deepEqual(
          await readTarballFileDigests([tarball], WIDE_LIMITS),
          await extractTarball([tarball], sandbox.target, WIDE_LIMITS),
        );
      } finally {
        sandbox.remove();
      }
    });
  }

  it('reads a git repository from before these were refused, which is not unpacked', async () => {
    const tarball = buildTarballOf({ '.git/config': 'x', '.gitignore': 'y' });
    const extraction = await readTarballFileDigests([tarball], WIDE_LIMITS);
    assert.deepEqual(extraction.ok ? extraction.files.map(({ path }) => path) : [], [
      '.git/config',
      '.gitignore',
    ]);
  });

  it('respects the limits', async () => {
    const tarball = buildTarballOf({ a: '12345', b: '67890' });
    const extraction = await readTarballFileDigests([tarball], { ...WIDE_LIMITS, maxUnpackedBytes: 9 });
    assert.equal(extraction.ok ? '' : extraction.problem.code, 'too_large');
  });

  it('rejects with the error of the source, or with the reason of an abort', async () => {
    const source = (async function* () {
      yield buildTarballOf({ a: '' }).subarray(0, 10);
      throw new Error('no more');
    })();
    await assert.rejects(readTarballFileDigests(source, WIDE_LIMITS), /no more/);
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(readTarballFileDigests([], WIDE_LIMITS, { signal }), /enough/);
  });
});
