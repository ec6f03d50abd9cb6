// The tarballs that others install: judged by the programs that the npm world uses for it, and by what is in them.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { list } from 'tar';
import { PUBLISHED_PACKAGES } from '../build/published-packages.ts';
import { type PackedPackage, packPackages } from './pack-packages.ts';

/** What a package may contain. */
const EXPECTED_FILES = [
  /^package\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
  /^THIRD-PARTY-LICENSES\.txt$/,
  /^dist\/build\.json$/,
  /^dist\/[\w.-]+\.js(\.map)?$/,
  /^dist\/types\/(client|protocol|archive|atoms|concurrency)\/([\w-]+\/)*[\w-]+\.d\.ts$/,
];
/** Packages are ES modules. Node.js 24 can `require` them; older resolutions are not supported. */
const UNSUPPORTED_RESOLUTIONS = ['node10', 'node16-cjs'];

describe('packed packages', () => {
  let folder = '';
  let packed: readonly PackedPackage[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prime-registry-packed-'));
    packed = await packPackages(folder, join(folder, 'builds'));
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [index, { folder: name, kind }] of PUBLISHED_PACKAGES.entries()) {
    const read = () => readFileSync(join(folder, 'packages', packed[index]?.tarball ?? ''));

    it(`${name}: publint finds nothing`, async () => {
      const tarball = Uint8Array.from(read()).buffer;
      const { messages } = await publint({ pack: { tarball }, strict: true });
      assert.deepEqual(messages, []);
    });

    it(`${name}: its types are right for every importer of ES modules`, async () => {
      const analysis = await checkPackage(createPackageFromTarballData(Uint8Array.from(read())));
      assert.equal(analysis.types !== false, kind === 'library');
      const problems = analysis.types === false ? [] : analysis.problems;
      const supported = problems.filter(
        (problem) =>
          !('resolutionKind' in problem) || !UNSUPPORTED_RESOLUTIONS.includes(problem.resolutionKind),
      );
      assert.deepEqual(supported, []);
    });

    it(`${name}: contains what is needed, and nothing else`, async () => {
      const paths: string[] = [];
      const file = join(folder, 'packages', packed[index]?.tarball ?? '');
      await list({ file, onReadEntry: ({ path }) => paths.push(path.replace(/^package\//, '')) });
      const unexpected = paths.filter((path) => !EXPECTED_FILES.some((expected) => expected.test(path)));
      assert.deepEqual(unexpected, []);
      for (const needed of ['package.json', 'README.md', 'LICENSE'])
        assert.ok(paths.includes(needed), needed);
    });
  }
});
