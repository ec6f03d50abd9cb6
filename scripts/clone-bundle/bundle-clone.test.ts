// The commands of a clone start from its bundle, and from the sources as soon as one of them has changed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { BUNDLES } from '../../packages/launch/src/clone-bundle.mjs';
import { runIn } from './copied-clone.ts';
import { LoadedModules } from './loaded-modules.ts';
import { makeSmallClone } from './small-clone.ts';

const SERVER = 'packages/server/src/main';
const CLIENT = 'packages/cli/src/main';
/** A file of which nothing is left in a bundle: it only exports others. */
const EXPORTS = 'packages/launch/src/index.ts';
const RELEASE = 'packages/launch/src/describe-release.ts';

/** Ends a process in the middle of a bundle. */
const KILL_IN_BUNDLE = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { writeFileSync } = fs;
  fs.writeFileSync = (path, ...rest) => {
    if (path.endsWith('main.js')) process.kill(process.pid, 'SIGKILL');
    writeFileSync(path, ...rest);
  };
  syncBuiltinESMExports();`;

describe('the bundle of a clone', () => {
  let clone = '';
  before(() => {
    clone = makeSmallClone();
  });
  after(() => rmSync(clone, { recursive: true, force: true }));

  const prepare = (...flags: readonly string[]) => {
    const args = [...flags, join(clone, 'scripts/prepare.ts')];
    return once(spawn(process.execPath, args, { cwd: clone, stdio: 'ignore' }), 'exit');
  };
  const listBundles = () =>
    existsSync(join(clone, BUNDLES))
      ? readdirSync(join(clone, BUNDLES)).filter((name) => !name.endsWith('.json'))
      : [];
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(join(clone, file), 'utf8');
    assert.ok(text.includes(from), `${file} contains ${from}`);
    writeFileSync(join(clone, file), text.replace(from, to));
  };
  const version = (program: string) => runIn(clone, program, ['--version']).trim();
  /** Whether a command loads a bundle. */
  const usesBundle = (program: string) => {
    const loaded = new LoadedModules(clone);
    runIn(clone, program, ['--version'], loaded.variables);
    return loaded.take().some((url) => url.includes(BUNDLES));
  };

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
    assert.deepEqual(
      [SERVER, CLIENT].map((program) => usesBundle(`${program}.mjs`)),
      [false, false],
    );
    const before = version(`${SERVER}.mjs`);
    assert.deepEqual(await Promise.all([prepare(), prepare()]), [
      [0, null],
      [0, null],
    ]);
    assert.deepEqual(
      [SERVER, CLIENT].map((program) => usesBundle(`${program}.mjs`)),
      [true, true],
    );
    for (const program of [SERVER, CLIENT])
      for (const ending of ['mjs', 'ts']) assert.equal(version(`${program}.${ending}`), before);
  });

  it('is not used after a change of any file, and made again', async () => {
    const before = version(`${SERVER}.mjs`);
    edit(RELEASE, 'readVersion() :', "readVersion() + '-edited' :");
    assert.equal(version(`${SERVER}.mjs`), before.replace(/^[\d.]+/, '$&-edited'));
    assert.equal(version(`${CLIENT}.mjs`), version(`${CLIENT}.ts`));
    edit(RELEASE, "readVersion() + '-edited' :", 'readVersion() :');
    assert.equal(version(`${SERVER}.mjs`), before);
    assert.ok(usesBundle(`${SERVER}.mjs`), 'the files are as they were');

    writeFileSync(join(clone, EXPORTS), "console.log('changed');\n", { flag: 'a' });
    assert.match(version(`${SERVER}.mjs`), /^changed\n/);
    const earlier = listBundles();
    assert.deepEqual(await prepare(), [0, null]);
    assert.equal(listBundles().length, earlier.length + 1, 'a registry may still run from the one before');
    assert.match(version(`${SERVER}.mjs`), /^changed\n/);
    assert.ok(usesBundle(`${SERVER}.mjs`), 'from the new bundle');
  });

  it('is not used when its making was interrupted', async () => {
    edit(EXPORTS, 'changed', 'changed again');
    const earlier = listBundles();
    const kill = `--import=data:text/javascript,${encodeURIComponent(KILL_IN_BUNDLE)}`;
    assert.deepEqual(await prepare(kill), [null, 'SIGKILL']);
    assert.equal(listBundles().length, earlier.length + 1);
    assert.match(version(`${SERVER}.mjs`), /^changed again\n/);
    assert.ok(!usesBundle(`${SERVER}.mjs`), 'the sources run');
    assert.deepEqual(await prepare(), [0, null]);
    assert.match(version(`${SERVER}.mjs`), /^changed again\n/);
    assert.ok(usesBundle(`${SERVER}.mjs`));
  });
});
