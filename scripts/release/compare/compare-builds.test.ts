// Two builds of a commit are compared byte by byte, in clones.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { makeSmallRepository } from '../small-repository.ts';

test('builds of a commit are the same, or differ in the files that are named', (t) => {
  const { folder, git, write, run } = makeSmallRepository({
    'pack:image':
      'mkdir release/image && date +%z > release/image/zone && pwd > release/image/path && echo $SOURCE_DATE_EPOCH > release/image/epoch',
    git('checkout', '--quiet', 'package.json');
  write('package.json', readFileSync(`${folder}/package.json`, 'utf8').replace(/date.*zone && pwd.*path && /, ''));
  git('commit', '--quiet', '--all', '--message', 'Repair');
  assert.match(run('compare/main.ts').stdout, /\nBoth builds of HEAD have the same 3 files\.\n$/);
});
  t.after(() => rmSync(folder, { recursive: true }));
  // What is not committed is not built.
  write('package.json', 'no JSON');
  const { code, stderr } = run('compare/main.ts');
  assert.equal(
    stderr,
    'image/path has other bytes in each build.\nimage/zone has other bytes in each build.\n',
  );
  assert.equal(code, 1);
  assert.equal(git('status', '--porcelain'), ' M package.json');
  git('checkout', '--quiet', 'package.json');
  write('package.json', readFileSync(`${folder}/package.json`, 'utf8').replace(/date.*zone && pwd.*path && /, ''));
  git('commit', '--quiet', '--all', '--message', 'Repair');
  assert.match(run('compare/main.ts').stdout, /\nBoth builds of HEAD have the same 3 files\.\n$/);
});
