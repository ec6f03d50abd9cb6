// Test files that share a process: each is reported by its name, and none can hide another.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'prime-registry-together-'));
after(() => rmSync(folder, { recursive: true }));

/** Writes test files, and runs them in one process. */
function runFiles(
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): { status: number | null; output: string } {
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, `import { after, afterEach, describe, test } from 'node:test';\n${text}\n`);
    return path;
  });
  const group = join(folder, 'group.mjs');
  const runTogether = JSON.stringify(new URL('run-together.ts', import.meta.url));
  writeFileSync(
    group,
    `import { runTogether } from ${runTogether};\nrunTogether(${JSON.stringify(paths)});\n`,
  );
  // Without this variable, a test runner inside a test would not report as usual.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const context = new URL('test-context.ts', import.meta.url).href;
  const args = [...options, '--import', context, '--test', '--test-reporter=tap', group];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...env, ...environment },
  });
  return { status, output: `${stdout}${stderr}`.replaceAll(`${folder}/`, '') };
}

test('files run one after the other, each with its own hooks', () => {
  const file = (name: string) => `
    await new Promise((resolve) => setTimeout(resolve, 20));
    console.log('${name} begins');
    after(() => console.log('${name} ends'));
    afterEach(() => console.log('after each of ${name}'));
    test('${name} passes', () => {});
    describe('${name}', () => { test('inside', () => {}); });`;
  const { status, output } = runFiles({ one: file('one'), two: file('two') });
  assert.equal(status, 0, output);
  const lines = [...output.matchAll(/^# (.* (?:begins|ends|of \w+))$/gm)].map(([, line]) => line);
  const linesOf = (name: string) => [
    ...[`${name} begins`, `after each of ${name}`, `after each of ${name}`, `${name} ends`],
  ];
  assert.deepEqual(lines, [...linesOf('one'), ...linesOf('two')]);
});

test('a failure is reported with its file, and the other files run', () => {
  const { status, output } = runFiles({
    bad: "test('breaks', () => { throw new Error('it broke'); });",
    broken: "throw new Error('cannot be loaded');",
    good: "test('passes', () => {});",
  });
  assert.equal(status, 1);
  assert.match(output, /^ *not ok \d+ - breaks$/m);
  assert.match(output, /^not ok 1 - .*bad\.mjs$/m);
  assert.match(output, /cannot be loaded/);
  assert.match(output, /^not ok 2 - .*broken\.mjs$/m);
  assert.match(output, /^ok 3 - .*good\.mjs$/m);
});

test('an error that nothing awaits fails the test that caused it, also in another file', () => {
  const pause = 'await new Promise((resolve) => setTimeout(resolve, 50));';
  const { status, output } = runFiles({
    one: `test('passes first', async () => { ${pause} });
      describe('in a suite', () => {
        test('throws late', async () => { setTimeout(() => { throw new Error('thrown'); }, 1); ${pause} });
        test('passes next', async () => { ${pause} });
      });`,
    two: `test('has subtests', async (t) => {
        await t.test('rejects', async () => { ${pause} void Promise.reject(new Error('rejected')); ${pause} });
        await t.test('passes then', async () => { ${pause} });
      });
      test('passes last', async () => { ${pause} });`,
  });
  assert.equal(status, 1);
  const outcomes = [...output.matchAll(/^ +((?:not )?ok) \d+ - ([a-z ]+)$/gm)].map(([, ok, name]) => [
    name,
    ok,
  ]);
  assert.deepEqual(Object.fromEntries(outcomes), {
    ...{ 'passes first': 'ok', 'throws late': 'not ok', 'passes next': 'ok', 'in a suite': 'not ok' },
    ...{ rejects: 'not ok', 'passes then': 'ok', 'has subtests': 'not ok', 'passes last': 'ok' },
  });
});

test('what the tests and hooks of a file use is free for the next file', () => {
  const { status, output } = runFiles(
    {
      one: `import { before } from 'node:test';
        globalThis.used = {};
        const use = (name) => { const large = {}; globalThis.used[name] = new WeakRef(large); return () => large; };
        const inTest = use('test');
        test('uses one', () => { inTest(); });
        describe('suite', () => {
          const [inSuite, inHook] = [use('test in a suite'), use('hook')];
          before(() => { inHook(); });
          after(() => { inHook(); });
          test('uses one, too', () => { inSuite(); });
        });`,
      two: `test('looks', async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        globalThis.gc();
        const kept = Object.entries(globalThis.used).filter(([, large]) => large.deref() !== undefined);
        console.log('kept: ' + kept.map(([name]) => name).join());
      });`,
    },
    {},
    ['--expose-gc'],
  );
  assert.equal(status, 0, output);
  // The module of the first file keeps its own variables.
  assert.match(output, /^# kept: test$/m);
});

test('the processor time of each file is recorded, with that of its processes', (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux counts the time of processes that have ended');
  const times = join(folder, 'times.txt');
  // It runs for so much processor time, however slow the machine is.
  const loop = `
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user < user + 150_000) for (let n = 0; n < 1e6; n += 1);`;
  const child = JSON.stringify(loop);
  const { status, output } = runFiles(
    {
      busy: `test('computes', () => { ${loop} });`,
      parent: `test('starts a process', async () => {
        const { spawnSync } = await import('node:child_process');
        spawnSync(process.execPath, ['-e', ${child}]);
      });`,
    },
    { TEST_TIMES: times },
  );
  assert.equal(status, 0, output);
  const lines = readFileSync(times, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const [busy = [], parent = []] = lines;
  assert.match(String(busy[2]), /busy\.mjs$/);
  assert.match(String(parent[2]), /parent\.mjs$/);
  assert.ok(Number(busy[0]) >= 0.14, `${busy}`);
  assert.ok(Number(parent[1]) >= 0.14, `${parent}`);
});

for (const [how, code] of Object.entries({
  'exits as if all were well': 'process.exit(0)',
  crashes: 'process.abort()',
})) {
  test(`a file whose process ${how} is a failure of the run`, () => {
    const { status, output } = runFiles({
      first: "test('passes', () => {});",
      second: `test('ends', () => ${code});`,
      third: "test('never runs', () => {});",
    });
    assert.equal(status, 1, output);
    if (code.includes('exit'))
      assert.match(output, /before these test files did:\n.*second\.mjs\n.*third\.mjs/);
  });
}
