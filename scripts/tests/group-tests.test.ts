import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupTests } from './group-tests.ts';

const QUICK = Array.from({ length: 60 }, (_, number) => `packages/a/test/quick-${number + 10}.test.ts`);
const SLOW = Array.from({ length: 22 }, (_, number) => `packages/a/test/slow-${number + 10}.test.ts`);
const ALONE = [
  'packages/a/test/hooks.test.ts',
  'packages/a/test/mask.test.ts',
  'packages/a/test/variable.test.ts',
  'testing/chaos/test/c.test.ts',
];
const TEXTS: Readonly<Record<string, string>> = {
  'packages/a/test/hooks.test.ts': 'test;\nregisterHooks({\n});',
  'packages/a/test/mask.test.ts': 'process.umask(0o077);',
  'packages/a/test/variable.test.ts': "process.env['HOME'] = folder;",
};

const files = [...QUICK, ...SLOW, ...ALONE].map((path) => ({
  path,
  text:
    TEXTS[path] ?? (SLOW.includes(path) ? "import { spawn } from 'node:child_process';" : 'process.env.HOME'),
}));
const tests = files.map(({ path }) => path);

test('each test file is in one group, slow ones first', () => {
  const groups = groupTests(tests, files, [], 2);
  assert.deepEqual(groups.flat().toSorted(), tests.toSorted());
  assert.deepEqual(groups.slice(0, 6), [
    ['testing/chaos/test/c.test.ts'],
    SLOW.slice(18),
    SLOW.slice(0, 18),
    ['packages/a/test/hooks.test.ts'],
    ['packages/a/test/mask.test.ts'],
    ['packages/a/test/variable.test.ts'],
  ]);
  const quick = groups.slice(6);
  assert.deepEqual(
    quick.map(({ length }) => length),
    [30, 30],
  );
  assert.ok(quick.flat().every((path) => QUICK.includes(path)));
});

test('a file that changes the whole process, or takes minutes, has a process of its own', () => {
  const groups = groupTests(tests, files, [], 2);
  for (const path of ALONE)
    assert.ok(
      groups.some((group) => group.length === 1 && group[0] === path),
      path,
    );
});

test('a few files still run at the same time', () => {
  assert.deepEqual(groupTests(SLOW.slice(0, 4), files, [], 2), [SLOW.slice(2, 4), SLOW.slice(0, 2)]);
  assert.deepEqual(groupTests([], files, [], 2), []);
});
