// An installation that lacks files, or has files of several builds, says so in a line.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeFolder } from './make-folder.ts';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
const FILES = {
  'main.js': `import { resolveOwnFiles } from './own-files.js'; import { runMain } from './run-main.mjs';
    resolveOwnFiles(); void runMain('prime', () => import('./prime-1.js'));`,
  'prime-1.js': `import { text } from './text-2.js'; console.log(text);`,
  'text-2.js': `export const text = 'fine';`,
};

test('a damaged installation says which file is damaged, and how to repair it', (t) => {
  const folder = join(makeFolder(t), 'dist');
  const install = () => {
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
    for (const file of ['run-main.mjs', 'broken-installation.mjs'])
      cpSync(join(SOURCES, file), join(folder, file));
    cpSync(join(SOURCES, 'installed/own-files.mjs'), join(folder, 'own-files.js'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const digests = Object.entries(FILES).map(([file, text]) => [
      file,
      createHash('sha256').update(text).digest('hex'),
    ]);
    const build = { name: 'prime-cli', version: '1.2.3', files: Object.fromEntries(digests) };
    writeFileSync(join(folder, 'build.json'), JSON.stringify(build));
  };
  const run = () => spawnSync(process.execPath, [join(folder, 'main.js')], { encoding: 'utf8' });
  const assertDamaged = (sentence: string) => {
    const { status, stderr } = run();
    assert.equal(
      stderr,
      `prime: the installation of prime-cli 1.2.3 is damaged: ${sentence}. Install prime-cli 1.2.3 again.\n`,
    );
    assert.equal(status, 1);
  };
  install();
  assert.equal(run().stdout, 'fine\n');

  rmSync(join(folder, 'text-2.js'));
  assertDamaged(`${join(folder, 'text-2.js')} is missing`);
  rmSync(join(folder, 'prime-1.js'));
  assertDamaged(`${join(folder, 'prime-1.js')} (and 1 more) is missing`);

  install();
  writeFileSync(join(folder, 'text-2.js'), 'export const te');
  assertDamaged(`${join(folder, 'text-2.js')} is not that of this build`);
  writeFileSync(join(folder, 'text-2.js'), 'export const other = 1;');
  assertDamaged(`${join(folder, 'text-2.js')} is not that of this build`);

  // An error of the program is not a damage.
  install();
  writeFileSync(
    join(folder, 'build.json'),
    JSON.stringify({ name: 'prime-cli', version: '1.2.3', files: {} }),
  );
  writeFileSync(join(folder, 'text-2.js'), 'export const text = 1; throw new SyntaxError("a bug");');
  const bug = run();
  assert.match(bug.stderr, /SyntaxError: a bug/);
  assert.doesNotMatch(bug.stderr, /damaged/);
  rmSync(join(folder, 'build.json'));
  rmSync(join(folder, 'text-2.js'));
  assert.match(run().stderr, /no such file or directory/);
});
