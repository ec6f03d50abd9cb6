import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bundle } from './bundle-application.ts';

/** `main` loads `command`, which loads `later`; `shared` and `first` are of both, `rest` of another command only. */
const SOURCES = {
  'main.js': "import './first.js'; await (process.argv[2] ? import('./other.js') : import('./command.js'));",
  'first.js': "export const first = 'FIRST'; console.log(first);",
  'command.js':
    "import { shared } from './shared.js'; import { small } from './small.js'; console.log(shared, small); await import('./later.js');",
  'other.js':
    "import { shared } from './shared.js'; import { rest } from './rest.js'; console.log(shared, rest);",
  'shared.js': "import { first } from './first.js'; export const shared = first + 'SHARED';",
  'small.js': "export const small = 'SMALL';",
  'later.js': "import { small } from './small.js'; console.log(small + 'LATER');",
  'rest.js': "export const rest = 'REST';",
} as const;

describe('what is loaded in stages', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'stages-'));
    for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(folder, name), text);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const build = (stages: { name: string; modules: string[] }[]) =>
    bundle({ input: { main: join(folder, 'main.js') }, outFolder: join(folder, 'out'), stages });

  it('is in one file for each stage, and nothing else is in it', async () => {
    const { files } = await build([{ name: 'stage', modules: [join(folder, 'command.js')] }]);
    const stage = files.filter((file) => /^stage-\w+\.js$/.test(file));
    assert.equal(stage.length, 1);
    const { readFileSync } = await import('node:fs');
    const text = readFileSync(join(folder, 'out', stage[0] ?? ''), 'utf8');
    for (const inside of ['SHARED', 'SMALL', 'FIRST']) assert.ok(text.includes(inside), inside);
    for (const outside of ['REST', 'LATER']) assert.ok(!text.includes(outside), outside);
  });

  it('must be part of the program', async () => {
    await assert.rejects(
      build([{ name: 'stage', modules: [join(folder, 'gone.js')] }]),
      /is in no file of the build/,
    );
  });
});
