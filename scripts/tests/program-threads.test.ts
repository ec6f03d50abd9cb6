// Threads of registries in test processes start from the built program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const PRELOAD = new URL('program-threads.ts', import.meta.url).href;

test('threads of a registry start from the program, others and those without a program from their sources', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'program-threads-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (path: string, text: string): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
    return file;
  };
  write('package.json', '{ "type": "module" }');
  const main = write(
    'main.js',
    `import { Worker } from 'node:worker_threads'; new Worker(new URL(process.argv[2]));`,
  );
  const startThread = (script: string, environment: Readonly<Record<string, string>>): string => {
    const { TEST_PROGRAMS: _, ...env } = process.env;
    const args = ['--import', PRELOAD, main, pathToFileURL(script).href];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...env, ...environment },
    });
    return `${stdout}${stderr}`.trim();
  };
  const task = write('packages/server/src/tasks/task-thread.ts', `console.log('source')`);
  const vacuum = write('packages/store/src/sqlite/vacuum-thread.ts', `console.log('source')`);
  const other = write('testing/other/src/task-thread.ts', `console.log('other')`);
  write('programs/server/task-thread.js', `console.log('program')`);
  const programs = { TEST_PROGRAMS: join(folder, 'programs') };
  assert.equal(startThread(task, programs), 'program');
  assert.equal(startThread(vacuum, programs), 'source', 'the program has no such thread');
  assert.equal(startThread(other, programs), 'other');
  assert.equal(startThread(task, {}), 'source');
});
