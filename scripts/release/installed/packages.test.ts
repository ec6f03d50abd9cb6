// The packages that others install: judged by the programs that the npm world uses for it, by what is in them, and by
// installing and using them outside this repository.
import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { list } from 'tar';
import { COMMANDS as PRIME_COMMANDS } from '../../../packages/cli/src/command-table.ts';
import { findBrokenLinks } from '../../../packages/server/test/docs/markdown-links.ts';
import { findNodeRuntime } from '../../runtimes/find-node-runtime.ts';
import { PUBLISHED_PACKAGES, readManifest } from '../build/published-packages.ts';
import { type PackedForTests, packOnce } from '../pack/test/packed-once.ts';
import { compileUse } from './compile-use.ts';
import { installPackages, unpackPackage, userEnvironment } from './install-packages.ts';
import { runAndListFiles } from './loaded-files.ts';
import { readInBrowser } from './read-in-browser.ts';
import { runInThread } from './run-in-thread.ts';
import { runReadme } from './run-readme.ts';
import { walkInstalled } from './walk-installed.ts';

/** What a package may contain. */
const EXPECTED_FILES = [
  /^package\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
  /^THIRD-PARTY-LICENSES\.txt$/,
  /^dist\/build\.json$/,
  /^dist\/[\w.-]+\.js(\.map)?$/,
  /^dist\/types\/(client|protocol|tlog|archive|atoms|concurrency)\/([\w-]+\/)*[\w-]+\.d\.ts$/,
];
/** Packages are ES modules. Node.js 24 can `require` them; older resolutions are not supported. */
const UNSUPPORTED_RESOLUTIONS = ['node10', 'node16-cjs'];
/** What the libraries depend on, and the types that their users need. */
const THIRD_PARTY = ['@noble/hashes', 'semver', 'typebox', 'yaml', '@types/node', 'undici-types'];
const COMMANDS = [
  ['prime', 'prime-cli'],
  ['prime-registry', 'prime-registry'],
  ['prime-conformance', 'prime-conformance'],
] as const;

describe('packages', () => {
  let folder = '';
  let packed: readonly PackedForTests[] = [];
  const tarballsOf = (kind: string) => packed.filter((each) => each.kind === kind).map(({ path }) => path);
  const applications = () => join(folder, 'applications');
  const libraries = () => join(folder, 'libraries');
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prime-registry-install-'));
    packed = await packOnce();
    // The README shows how npm installs them, and a test does that.
    for (const { folder: name, kind, path } of packed)
      if (kind === 'application') unpackPackage(applications(), readManifest(name).name, path);
    installPackages(libraries(), tarballsOf('library'), THIRD_PARTY);
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [index, { folder: name, kind }] of PUBLISHED_PACKAGES.entries()) {
    const tarball = () => packed[index]?.path ?? '';

    it(`${name}: publint finds nothing`, async () => {
      const { buffer } = Uint8Array.from(readFileSync(tarball()));
      const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
      assert.deepEqual(messages, []);
    });

    if (kind === 'library')
      it(`${name}: its types are right for every importer of ES modules`, async () => {
        const data = Uint8Array.from(readFileSync(tarball()));
        const analysis = await checkPackage(createPackageFromTarballData(data));
        assert.ok(analysis.types !== false, 'it has types');
        const supported = analysis.problems.filter(
          (problem) =>
            !('resolutionKind' in problem) || !UNSUPPORTED_RESOLUTIONS.includes(problem.resolutionKind),
        );
        assert.deepEqual(supported, []);
      });

    it(`${name}: contains what is needed, and nothing else`, async () => {
      const paths: string[] = [];
      const onReadEntry = ({ path }: { path: string }) => paths.push(path.replace(/^package\//, ''));
      await list({ file: tarball(), onReadEntry });
      const unexpected = paths.filter((path) => !EXPECTED_FILES.some((expected) => expected.test(path)));
      assert.deepEqual(unexpected, []);
      const hasTypes = paths.some((path) => path.endsWith('.d.ts'));
      assert.equal(hasTypes, kind === 'library', 'types');
      for (const needed of ['package.json', 'README.md', 'LICENSE'])
        assert.ok(paths.includes(needed), needed);
    });
  }

  for (const { folder: name, kind } of PUBLISHED_PACKAGES) {
    it(`${name}: its README has no dead link`, () => {
      const installed = kind === 'library' ? libraries() : applications();
      const inside = join(installed, 'node_modules', readManifest(name).name);
      const readme = readFileSync(join(inside, 'README.md'), 'utf8');
      const broken = findBrokenLinks(readme, {
        exists: (path) => existsSync(join(inside, path)),
        read: (path) => (path === '' ? readme : readFileSync(join(inside, path), 'utf8')),
      });
      assert.deepEqual(broken, []);
    });
  }

  it('do what README.md shows, command line by command line', (t) =>
    runReadme(tarballsOf('application'), join(folder, 'readme'), t));

  let hasWalked = false;
  it('do all that a new user needs, with Node.js 24', async (t) => {
    const node = await findNodeRuntime('24.21.0', t);
    if (node === undefined) return;
    await walkInstalled(applications(), node, join(folder, 'walk-24'));
    hasWalked = true;
  });

  // The README was followed with it, and the image contains it.
  it('do all that a new user needs, with this Node.js unless another one was there', async () => {
    if (!hasWalked) await walkInstalled(applications(), process.execPath, join(folder, 'walk'));
  });

  it('print the help of each command', async () => {
    const program = join(applications(), 'node_modules/prime-cli/dist/main.js');
    const env = userEnvironment({ HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') });
    for (const { name } of PRIME_COMMANDS) {
      const { code, stdout, stderr } = await runInThread(program, [name, '--help'], env);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, name);
      assert.match(stdout, new RegExp(`^Usage: prime ${name}\\b`, 'm'));
    }
  });

  it('load few files for an install with nothing to do, and none of them for --version', () => {
    const cwd = join(folder, 'idle');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'SKILL.md'), '---\nname: idle\ndescription: It needs nothing\n---\n');
    const program = join(applications(), 'node_modules/prime-cli/dist/main.js');
    const environment = userEnvironment({ HOME: cwd });
    const version = runAndListFiles(program, ['--version'], { cwd, environment });
    assert.match(version.stdout, /^\d+\.\d+\.\d+/);
    assert.ok(version.files.length <= 10, version.files.join());
    assert.deepEqual(
      version.files.filter((file) => /^(?:ls|logout|install)\b/.test(file)),
      [],
    );
    const install = runAndListFiles(program, ['install'], { cwd, environment });
    assert.equal(install.stdout, 'Nothing to install.\n');
    assert.ok(install.files.length <= 20, install.files.join());
  });

  it('say in a line which Node.js they need', async (t) => {
    const node = await findNodeRuntime('18.20.8', t);
    if (node === undefined) return;
    for (const [command, name] of COMMANDS) {
      const door = join(applications(), 'node_modules', name, 'dist/main.js');
      const run: SpawnSyncReturns<string> = spawnSync(node, [door, '--help'], { encoding: 'utf8' });
      const { status, stderr, stdout } = run;
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.match(stderr, new RegExp(`^${command} needs Node\\.js 24 or newer; this is v18`));
      assert.match(stderr, /npx --package node@24 /, 'how to get it');
      assert.doesNotMatch(stderr, /\n {4}at /);
    }
  });

  it('have types that a strict project compiles with', () => {
    assert.equal(compileUse(libraries(), 'nodenext', { checksDeclarations: true }), '');
    assert.equal(compileUse(libraries(), 'bundler', { checksDeclarations: false }), '');
  });

  it('run in a browser, for what the client does there', (t) => readInBrowser(libraries(), t));
});
