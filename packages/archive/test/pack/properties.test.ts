// Packed files pass inspection, for any names and contents.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CODE_POINT, COSTLY, fc } from '@prime-registry/testkit/properties';
import { PackError } from '../../src/index.ts';
import { inspect } from '../inspect-bytes.ts';
import { listWithTarStream } from '../list-with-tar-stream.ts';
import { packAll } from '../pack-all.ts';

const name = fc.oneof(
  fc.stringMatching(/^[a-zA-Z@._-][a-zA-Z0-9@._ -]{0,150}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 5 }),
  fc.constantFrom(
    'a',
    'A',
    'é',
    'e\u0301',
    'pack.yaml',
    'README.md',
    '..',
    '.',
    'con',
    '__proto__',
    'constructor',
  ),
);
/** Of the names above, most trees have one that cannot be packed. */
const plainName = fc.stringMatching(/^[a-z]{3,12}$/);
const files = fc.oneof(treeOf(name), treeOf(plainName));

function treeOf(names: fc.Arbitrary<string>): fc.Arbitrary<[string, Uint8Array][]> {
  const path = fc.array(names, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
  return fc.uniqueArray(fc.tuple(path, fc.uint8Array({ maxLength: 1200 })), {
    minLength: 1,
    maxLength: 6,
    selector: ([filePath]) => filePath,
  });
}

describe('packing any tree', () => {
  it('fails, or creates what inspection and other programs accept, the same each time', async () => {
    let packed = 0;
    await fc.assert(
      fc.asyncProperty(files, async (tree) => {
        const tarball = await tryPack(tree);
        if (tarball === undefined) return;
        packed += 1;
        const inspection = await inspect(tarball);
        assert.ok(inspection.ok, inspection.ok ? '' : inspection.problem.message);
        assert.equal(inspection.report.entryCount, tree.length);
        const listed = await listWithTarStream(gunzipSync(tarball));
        const contents = new Map(listed.map((entry) => [entry.name, entry.content.toString('hex')]));
        assert.deepEqual(
          contents,
          new Map(tree.map(([filePath, bytes]) => [filePath, Buffer.from(bytes).toString('hex')])),
        );
        assert.ok(tarball.equals((await tryPack(tree.toReversed())) ?? Buffer.alloc(0)));
      }),
      COSTLY,
    );
    assert.ok(packed > 0, 'no tree was packed');
  });
});

async function tryPack(tree: readonly (readonly [string, Uint8Array])[]): Promise<Buffer | undefined> {
  try {
    return await packAll(Object.fromEntries(tree));
  } catch (error) {
    assert.ok(error instanceof PackError);
    return undefined;
  }
}
