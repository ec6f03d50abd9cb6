import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bundle } from './bundle-application.ts';

/** `main` awaits `run`, which loads three commands. `shared` is of all, `pair` of two, and each has something of its own. */
const SOURCES = {
  'door.js': "void import('./main.js');",
  'main.js': "import { run } from './run.js'; await run();",
  'run.js':
    "import { first } from './first.js'; export async function run() { console.log('RUN', first); await import('./ask.js'); await import('./list.js'); await import('./rest.js'); }",
  'first.js': "export const first = ['FIRST'];",
  'ask.js': "import { pair } from './pair.js'; import './own.js'; console.log('ASK', pair);",
  'own.js': "import { shared } from './shared.js'; console.log('OWN', shared); import('./later.js');",
  'list.js': "import { pair } from './pair.js'; import { own } from './of-list.js'; console.log(own, pair);",
  'of-list.js': "export const own = ['LIST'];",
  'rest.js':
    "import { shared } from './shared.js'; import { first } from './first.js'; console.log('REST', first, shared);",
  'pair.js': "import { shared } from './shared.js'; export const pair = ['PAIR', shared];",
  'shared.js': "export const shared = ['SHARED'];",
  'later.js': "console.log('LATER');",
} as const;

describe('groups of modules', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'prime-registry-groups-'));
    mkdirSync(join(folder, 'src'));
    for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(folder, 'src', name), text);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  after(() => rmSync(folder, { recursive: true }));

  const build = async (...roots: readonly string[]) => {
    const loadedTogether = roots.map((root) => join(folder, 'src', root));
    const input = { door: join(folder, 'src/door.js') };
    const { files } = await bundle({ input, outFolder: join(folder, 'out'), loadedTogether });
    return new Map(files.map((file) => [file, readFileSync(join(folder, 'out', file), 'utf8')]));
  };
  /** What the file with this name prints. A command whose code is in a group has a second file, which only exports it. */
  const wordsIn = (files: ReadonlyMap<string, string>, name: string) =>
    [...files]
      .filter(([file]) => file.replace(/-\w{8}\.js$/, '') === name)
      .flatMap(([, code]) => [...code.matchAll(/"([A-Z]+)"/g)].map(([, word]) => word));

  it('have what one root imports, and what several import, in a file each', async () => {
    const files = await build('run.js', 'ask.js', 'list.js');
    assert.deepEqual(wordsIn(files, 'run'), ['FIRST', 'RUN']);
    assert.deepEqual(wordsIn(files, 'ask-list'), ['SHARED', 'PAIR']);
    assert.deepEqual(wordsIn(files, 'ask').sort(), ['ASK', 'OWN'], 'its group, and its own file');
    assert.deepEqual(wordsIn(files, 'list'), ['LIST']);
    assert.deepEqual(wordsIn(files, 'rest'), ['REST']);
    assert.deepEqual(wordsIn(files, 'later'), ['LATER']);
  });

  it('do not wait for each other', async () => {
    await build('run.js', 'ask.js', 'list.js');
    const program = join(folder, 'out/door.js');
    const { stdout } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
    assert.match(stdout, /RUN.*OWN.*ASK.*LIST.*REST/s);
  });

  it('fail for a module that is not in the build', async () => {
    await assert.rejects(build('gone.js'), /gone\.js is in no file of the build/);
  });
});
