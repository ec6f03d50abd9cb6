// Two builds of a commit are compared byte by byte, in clones.
import assert from 'node:assert/strict';
import { chmodSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { makeSmallRepository, PACK } from '../small-repository.ts';

test('builds of a commit are the same, or differ in the files that are named', (t) => {
  const { folder, git, write, run } = makeSmallRepository({
    'pack:all': `${PACK} && ./pack-image`,
  });
  t.after(() => rmSync(folder, { recursive: true }));
  const commit = (script: string) => {
    write(
      'pack-image',
      `#!/bin/sh\nmkdir release/image\n${script}\necho $SOURCE_DATE_EPOCH > release/image/epoch\n`,
    );
    chmodSync(`${folder}/pack-image`, 0o755);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Change');
  };
  commit('date +%z > release/image/zone; pwd > release/image/path');
  // What is not committed is not built.
  write('packages/lib/package.json', 'no JSON');
  const { code, stderr } = run('compare/main.ts');
  assert.equal(
    stderr,
    'image/path has other bytes in each build.\nimage/zone has other bytes in each build.\n',
  );
  assert.equal(code, 1);
  assert.equal(git('status', '--porcelain'), ' M packages/lib/package.json');
  git('checkout', '--quiet', 'packages');
  commit(':');
  assert.match(run('compare/main.ts').stdout, /^Both builds of HEAD have the same 3 files\.\n$/m);
});
