// What a release refuses before it builds anything, each with what to do.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { ReleaseError } from '../processes.ts';
import { makeSmallRepository } from '../small-repository.ts';
import { checkRepository } from './check-repository.ts';

test('a release is refused with all that is wrong with the repository', (t) => {
  const { folder, git, write, commit } = makeSmallRepository();
  t.after(() => rmSync(folder, { recursive: true }));
  const refuse = (version: string, ...expected: RegExp[]) => {
    const before = git('for-each-ref');
    assert.throws(
      () => checkRepository(folder, version, 'main'),
      (error: unknown) => {
        assert.ok(error instanceof ReleaseError);
        const [first, ...problems] = error.message.split('\n- ');
        assert.equal(first, `${version} is not released, nothing was changed:`);
        assert.equal(problems.length, expected.length, error.message);
        for (const [index, pattern] of expected.entries()) assert.match(problems[index] ?? '', pattern);
        return true;
      },
    );
    assert.equal(git('for-each-ref'), before);
  };

  for (const version of ['v1.0.0', '1.0', '01.0.0', '', '1.0.0; rm -rf /'])
    refuse(version, /is not a version: give one such as 1\.2\.0/);
  refuse('1.0.0+build', /build metadata/);
  refuse('0.0.9', /0\.0\.9 is below 0\.1\.0, the version of the packages/);
  assert.equal(checkRepository(folder, '0.1.0', 'main').commit, git('rev-parse', 'HEAD'));

  git('tag', 'v0.2.0-rc.1');
  git('tag', 'v0.10.0');
  git('tag', 'unrelated');
  refuse('0.10.0', /^the tag v0\.10\.0 exists/);
  refuse('0.9.0', /0\.9\.0 is not above 0\.10\.0, the last release/);
  refuse('0.10.0-rc.1', /is not above 0\.10\.0/);
  assert.ok(checkRepository(folder, '0.10.1', 'main'));

  write('untracked.txt', '');
  write('package.json', '{ "version": "0.1.0" }');
  refuse(
    '1.0.0',
    /^there are changes that are not committed, in package\.json, untracked\.txt: commit or stash/,
  );
  git('checkout', 'package.json');
  rmSync(`${folder}/untracked.txt`);

  git('switch', '--quiet', '--detach');
  refuse('1.0.0', /^no branch is checked out: run 'git switch main'/);
  git('switch', '--quiet', '--create', 'topic');
  refuse('1.0.0', /^the branch is topic/);
  git('switch', '--quiet', 'main');

  git('clone', '--quiet', folder, `${folder}/.git/other`);
  git(
    '-C',
    '.git/other',
    '-c',
    'user.name=x',
    '-c',
    'user.email=x',
    'commit',
    '--allow-empty',
    '-qm',
    'Ahead',
  );
  git('remote', 'add', 'origin', `${folder}/.git/other`);
  git('fetch', '--quiet', 'origin');
  git('branch', '--quiet', '--set-upstream-to', 'origin/main');
  refuse('1.0.0', /^main lacks 1 commits of origin\/main: run 'git pull'/);
  git('branch', '--unset-upstream');

  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n### Registry\n\n## 0.10.0 (2026-01-01)\n\n- Old.\n');
  commit('Empty');
  refuse('1.0.0', /nothing below '## Unreleased': say what is new in 1\.0\.0/);
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.10.0 (2026-01-01)\n\n### Upgrading\n',
  );
  commit('No upgrade');
  refuse('1.0.0', /no '### Upgrading' below '## Unreleased'/);
  write('CHANGELOG.md', '# Changelog\n');
  commit('No part');
  git('switch', '--quiet', '--create', 'other');
  write('new.txt', '');
  refuse('0.9.0', /not above 0\.10\.0/, /the branch is other/, /changes/, /no line '## Unreleased'/);
});
