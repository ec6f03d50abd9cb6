// The files of a build are found without looking at the file system.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeFolder } from './make-folder.ts';

const OWN_FILES = fileURLToPath(new URL('../src/installed/own-files.mjs', import.meta.url));

test('a build imports its own files as they are named, and others as Node.js finds them', {
  skip: process.platform === 'win32' ? 'links need a privilege on Windows' : false,
}, (t) => {
  const folder = makeFolder(t);
  mkdirSync(join(folder, 'dist'));
  mkdirSync(join(folder, 'node_modules/other'), { recursive: true });
  const files = {
    'dist/package.json': '{ "type": "module" }',
    'dist/main.js':
      "import { resolveOwnFiles } from './own-files.js'; resolveOwnFiles(); await import('./run.js');",
    'dist/run.js': "import { path } from 'other'; import './own.js'; console.log(path);",
    // Node.js gives a linked file the name of its target.
    'target.js': "import './second.js'; console.log(import.meta.url);",
    'dist/second.js': "console.log('second');",
    'node_modules/other/package.json': '{ "type": "module", "main": "./index.js" }',
    'node_modules/other/index.js': "export { path } from './path.js';",
    'node_modules/other/path.js': "export { sep as path } from 'node:path';",
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  cpSync(OWN_FILES, join(folder, 'dist/own-files.js'));
  symlinkSync('../target.js', join(folder, 'dist/own.js'));
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'dist/main.js')], {
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.equal(stdout, `second\n${pathToFileURL(join(folder, 'dist/own.js')).href}\n/\n`);
});
