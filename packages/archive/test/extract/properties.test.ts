// Properties of any tree and any tarball.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { extractTarball, listFileDigests, listTree, packEntries, treeDigest } from '../../src/index.ts';
import { buildTar, tarEntry, tarFile, tarFolder } from '../build-tar.ts';
import { inspect, WIDE_LIMITS } from '../inspect-bytes.ts';
import { packAll } from '../pack-all.ts';
import { anyChanges, anyPart, anyTar, changeBytes } from '../random-tars.ts';
import { makeSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

/** None is a device name of Windows: those start with other letters. */
const name = fc.oneof(
  fc.stringMatching(/^[d-k@_-][a-z0-9@._ -]{0,80}[e-z]$/),
  fc.constantFrom('a', 'é', '日本', '\ufffd', '\u{1f600}', 'pack.yaml', '__proto__'),
);
/** Names of folders end in `.d` and those of files do not, so that no path is both. */
const tree = fc.dictionary(
  fc
    .tuple(
      fc.array(
        name.map((folder) => `${folder}.d`),
        { maxLength: 4 },
      ),
      name,
    )
    .map((parts) => parts.flat().join('/')),
  fc.oneof(fc.uint8Array({ maxLength: 1200 }), fc.constant(new Uint8Array(200_000))),
  { minKeys: 1, maxKeys: 8, noNullPrototype: true },
);

describe('any tree', () => {
  it('is unchanged after pack, extract and pack', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (files) => {
        rmSync(sandbox.target, { recursive: true, force: true });
        const tarball = await packAll(files);
        const extraction = await extractTarball([tarball], sandbox.target, WIDE_LIMITS);
        assert.ok(extraction.ok, extraction.ok ? '' : extraction.problem.message);
        assert.deepEqual(
          new Map(extraction.files.map((file) => [file.path, [file.sizeBytes, file.sha256]])),
          new Map(
            Object.entries(files).map(([path, bytes]) => [
              path,
              [bytes.length, createHash('sha256').update(bytes).digest('hex')],
            ]),
          ),
        );
        const listed = await listFileDigests(sandbox.target);
        assert.deepEqual(listed, extraction.files);
        assert.equal(treeDigest(listed), extraction.treeDigest);
        const again = Buffer.concat(await packEntries(await listTree(sandbox.target)).toArray());
        assert.ok(again.equals(tarball));
      }),
      COSTLY,
    );
  });
});

/** Hostile parts. */
const hostilePart = fc.oneof(
  fc
    .constantFrom('../canary', '../../canary', 'b/../../canary', '/canary', '..')
    .map((path) => tarFile(path, 'dead')),
  fc.constantFrom('../made/', '..', '/').map(tarFolder),
  fc
    .tuple(
      fc.constantFrom('1', '2'),
      fc.constantFrom('b', 'link', 'pack.yaml'),
      fc.constantFrom('..', '../canary'),
    )
    .map(([typeflag, linkName, linkname]) => tarEntry({ name: linkName, typeflag, linkname })),
  fc.constantFrom('link/x', 'B/c', 'pack.yaml/x').map((path) => tarFile(path, 'dead')),
);
const anyHostileTar = fc
  .array(fc.oneof({ arbitrary: anyPart, weight: 4 }, { arbitrary: hostilePart, weight: 1 }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => buildTar(...parts));

/** Valid about half of the time: most changes make a tarball invalid. */
const anyTarball = fc
  .tuple(
    fc.oneof(anyTar, anyHostileTar),
    fc.oneof(fc.constant([]), anyChanges),
    fc.oneof(fc.constant([]), anyChanges),
  )
  .map(([tar, tarChanges, gzipChanges]) =>
    changeBytes(gzipSync(changeBytes(tar, tarChanges, 512)), gzipChanges, 16),
  );

const GOOD_TARBALL = gzipSync(buildTar(tarFile('pack.yaml', 'good')));
const HOSTILE_TARBALL = gzipSync(buildTar(tarFile('../canary', 'dead')));

/** The place of the target in a snapshot of its sandbox. */
const TARGET = 'outer/inner/target';

describe('any tarball', () => {
  it('is unpacked completely or not at all, and changes nothing outside', async () => {
    const counts = { unpacked: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(anyTarball, async (tarball) => {
        rmSync(sandbox.target, { recursive: true, force: true });
        const before = sandbox.pictureOutside();
        const inspection = await inspect(tarball);
        const extraction = await extractTarball([tarball], sandbox.target, WIDE_LIMITS);
        if (extraction.ok) {
          counts.unpacked += 1;
          assert.deepEqual({ ok: true, report: extraction.report }, inspection);
          assert.deepEqual(await listFileDigests(sandbox.target), extraction.files);
        } else {
          counts.refused += 1;
          assert.deepEqual(extraction, inspection);
          assert.ok(!existsSync(sandbox.target), 'something was left behind');
        }
        assert.deepEqual({ ...sandbox.pictureOutside(), [TARGET]: '' }, { ...before, [TARGET]: '' });
      }),
      // One of each kind: in twenty runs, random ones are sometimes all refused.
      { ...COSTLY, examples: [[GOOD_TARBALL], [HOSTILE_TARBALL]] },
    );
    assert.ok(counts.unpacked > 0 && counts.refused > 0, JSON.stringify(counts));
  });
});
