import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { CompressedBodies } from '../../../src/http/responses/compress-body.ts';

const MEBIBYTE = 1024 * 1024;

/** A text that becomes a little smaller. */
function textOf(length: number): string {
  return randomBytes(length).toString('base64').slice(0, length);
}

describe('compressed bodies', () => {
  test('bodies of strangers are compressed quickly, however long they are kept', async () => {
    const body = '<svg xmlns="http://www.w3.org/2000/svg"/>'.repeat(3000) + textOf(50_000);
    const bodies = new CompressedBodies();
    const sizeOf = async (isOwn: boolean): Promise<number | undefined> =>
      (await bodies.compress({ body, tag: String(isOwn), isOwn }, 'br'))?.length;
    const best = brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }).length;
    assert.equal(await sizeOf(true), best);
    assert.notEqual(await sizeOf(false), best);
  });

  test('what would wait too long for its compression is not compressed', async () => {
    const bodies = new CompressedBodies();
    const all = Array.from({ length: 12 }, (_, index) => ({
      ...{ body: textOf(MEBIBYTE), tag: `"${index}"`, isOwn: false },
    }));
    const packed = await Promise.all(all.map((body) => bodies.compress(body, 'gzip')));
    assert.deepEqual(
      packed.map((bytes) => bytes !== undefined),
      all.map((_, index) => index < 4),
    );
    // Those who ask for the same at once hold memory as well.
    const [first] = all;
    const [same, other] = [{ ...all[5], tag: '"same"' }, first] as [(typeof all)[0], (typeof all)[0]];
    const shared = await Promise.all(Array.from({ length: 9 }, () => bodies.compress(same, 'br')));
    assert.equal(shared.filter((bytes) => bytes !== undefined).length, 4);
    assert.deepEqual(brotliDecompressSync(shared[0] ?? Buffer.alloc(0)).toString(), same.body);
    assert.ok(await bodies.compress(other, 'gzip'), 'what is kept costs nothing');
  });
});
