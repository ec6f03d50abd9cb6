// The commands of a clone start from its bundle, and from the sources as soon as one of them has changed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Actor, startProcess } from '@prime-registry/testkit';
import { BUNDLES } from '../../packages/launch/src/clone-bundle.mjs';
import { copyClone, runIn } from './copied-clone.ts';

const SERVER = 'packages/server/src/main';
const CLIENT = 'packages/cli/src/main';
/** A file of which nothing is left in a bundle: it only exports others. */
const EXPORTS = 'packages/launch/src/index.ts';
const RELEASE = 'packages/launch/src/describe-release.ts';
const TOKEN = 'the-operator-gave-this-one';

/** Appends the URL of each module that a process or a thread loads to the file LOADED. */
const LIST_MODULES = `import { registerHooks } from 'node:module';
import { appendFileSync } from 'node:fs';
registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });
`;

describe('the bundle of a clone', () => {
  let clone = '';
  let folder = '';
  before(() => {
    clone = copyClone();
    folder = mkdtempSync(join(tmpdir(), 'prime-registry-bundle-'));
    writeFileSync(join(folder, 'list.mjs'), LIST_MODULES);
  });
  after(() => {
    for (const each of [clone, folder]) rmSync(each, { recursive: true, force: true });
  });

  const startPrepare = () =>
    spawn(process.execPath, [join(clone, 'scripts/prepare.ts')], { cwd: clone, stdio: 'ignore' });
  const listBundles = () =>
    existsSync(join(clone, BUNDLES))
      ? readdirSync(join(clone, BUNDLES)).filter((name) => !name.endsWith('.json'))
      : [];
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(clone, file), change(readFileSync(join(clone, file), 'utf8')));
  /** The variables that make the processes of a server note what they load, and the reader of that. */
  const noteLoaded = (name: string) => {
    const file = join(folder, name);
    writeFileSync(file, '');
    return {
      variables: {
        LOADED: file,
        NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'list.mjs')).href}`,
      },
      read: () =>
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((url) => url.startsWith(pathToFileURL(clone).href)),
    };
  };
  const version = (program: string) => runIn(clone, program, '--version').trim();

  it('is not made without the bundler, as after npm ci --omit=dev', () => {
    const bundler = join(clone, 'node_modules/rolldown');
    const target = readlinkSync(bundler);
    unlinkSync(bundler);
    runIn(clone, 'scripts/prepare.ts');
    assert.deepEqual(listBundles(), []);
    assert.match(version(`${SERVER}.mjs`), /^\d/);
    symlinkSync(target, bundler, 'junction');
  });

  it('is made by npm ci, also by two at the same time; until then, the sources run', async () => {
    const before = version(`${SERVER}.mjs`);
    const exits = [startPrepare(), startPrepare()].map((child) => once(child, 'exit'));
    assert.deepEqual(await Promise.all(exits), [
      [0, null],
      [0, null],
    ]);
    assert.equal(version(`${SERVER}.mjs`), before);
    for (const program of [SERVER, CLIENT])
      for (const flag of ['--version', '--help'])
        assert.equal(runIn(clone, `${program}.mjs`, flag), runIn(clone, `${program}.ts`, flag));
  });

  it('has source maps that lead to the sources', () => {
    const server = join(clone, BUNDLES, listBundles()[0] ?? '', 'server');
    const map = readdirSync(server).find((name) => /^commands-\w+\.js\.map$/.test(name)) ?? '';
    const { sources } = JSON.parse(readFileSync(join(server, map), 'utf8')) as { sources: string[] };
    const index = join(clone, 'packages/server/src/commands/index.ts');
    assert.ok(sources.map((path) => join(server, path)).includes(index));
  });

  it('runs processes and threads of a registry', async () => {
    const loaded = noteLoaded('serve');
    const registry = await startProcess({
      launcher: [process.execPath, join(clone, `${SERVER}.mjs`), 'serve'],
      dataFolder: join(folder, 'data'),
      flags: ['--workers', '2'],
      environment: { PRIME_REGISTRY_TOKEN: TOKEN, ...loaded.variables },
    });
    try {
      // A thread reads a tarball of this size.
      const files = { 'notes.txt': 'word '.repeat(40_000) };
      await new Actor(registry.baseUrl, TOKEN).mustPublish({ name: '@acme/bundled', files });
    } finally {
      assert.equal(await registry.end('SIGTERM'), 0);
    }
    const urls = loaded.read();
    for (const part of [
      /\/server\/main\.js$/,
      /\/server\/worker-main-\w+\.js$/,
      /\/server\/task-thread\.js$/,
    ])
      assert.ok(
        urls.some((url) => url.includes(BUNDLES) && part.test(url)),
        `${part} was loaded`,
      );
    assert.deepEqual(
      urls.filter((url) => url.endsWith('.ts')),
      [],
    );
  });

  it('is not used after a change of any file, and made again', async () => {
    const before = version(`${SERVER}.mjs`);
    edit(RELEASE, (text) => text.replace('readVersion() :', "readVersion() + '-edited' :"));
    assert.equal(version(`${SERVER}.mjs`), before.replace(/^[\d.]+/, '$&-edited'));
    assert.equal(version(`${CLIENT}.mjs`), version(`${CLIENT}.ts`));
    edit(RELEASE, (text) => text.replace("readVersion() + '-edited' :", 'readVersion() :'));
    assert.equal(version(`${SERVER}.mjs`), before);

    edit(EXPORTS, (text) => `${text}console.log('changed');\n`);
    assert.match(version(`${SERVER}.mjs`), /^changed\n/);
    const earlier = listBundles();
    assert.deepEqual(await once(startPrepare(), 'exit'), [0, null]);
    assert.equal(listBundles().length, earlier.length + 1, 'a registry may still run from the one before');
    assert.match(version(`${SERVER}.mjs`), /^changed\n/);
    const { variables, read } = noteLoaded('version');
    const child = spawn(process.execPath, [join(clone, `${SERVER}.mjs`), '--version'], {
      env: { ...process.env, ...variables },
    });
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.ok(
      read().some((url) => url.includes(BUNDLES)),
      'from the new bundle',
    );
  });

  it('is not used when its making was interrupted', async () => {
    edit(EXPORTS, (text) => text.replace('changed', 'changed again'));
    const earlier = listBundles();
    const child = startPrepare();
    while (listBundles().length === earlier.length) await delay(10);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.match(version(`${SERVER}.mjs`), /^changed again\n/);
    assert.deepEqual(await once(startPrepare(), 'exit'), [0, null]);
    assert.match(version(`${SERVER}.mjs`), /^changed again\n/);
  });
});
