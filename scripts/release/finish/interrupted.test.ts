// `npm run release` that is killed in the middle: running it again ends well, or says what to undo.
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { makeSmallRepository, type SmallRepository } from '../small-repository.ts';

// Git runs this hook for each change of a reference. It kills the process that started git.
const killAt = (state: string, reference: string) => `#!/bin/sh
if [ "$1" = ${state} ] && grep -q ' ${reference}$'; then
  kill -9 "$(cut -d' ' -f4 /proc/$PPID/stat)"
fi
`;

const skip = !existsSync('/proc/self/stat');

describe('a release that is killed', { skip }, () => {
  /** The release is built, and was killed while the branch changed. */
  let ready: SmallRepository;
  let base = '';
  const said: string[] = [];
  before(() => {
    ready = makeSmallRepository();
    base = ready.git('rev-parse', 'HEAD');
    said.push(releaseUntil(ready, 'committed', 'refs/prime-registry/release'));
    said.push(releaseUntil(ready, 'prepared', 'refs/heads/main'));
  });
  after(() => rmSync(ready.folder, { recursive: true }));

  const copyReady = (t: TestContext) => {
    const repository = ready.copy();
    t.after(() => rmSync(repository.folder, { recursive: true }));
    return repository;
  };

  test('before it is noted is built again', () => {
    for (const stdout of said) assert.match(stdout, /^Building\.$/m);
  });

  test('when the branch changes is finished', (t) => {
    const repository = copyReady(t);
    const { code, stdout, stderr } = repository.release('1.0.0');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^1\.0\.0 was built by an earlier run/);
    assertReleased(repository);
  });

  test('when the tag is made is finished', (t) => {
    const repository = copyReady(t);
    releaseUntil(repository, 'committed', 'refs/tags/v1.0.0');
    const { code, stderr } = repository.release('1.0.0');
    assert.equal(code, 0, stderr);
    assertReleased(repository);
  });

  test('while git changes files is finished', (t) => {
    const repository = copyReady(t);
    const { folder, git } = repository;
    git('reset', '--quiet', '--hard', 'HEAD@{1}');
    // What a merge leaves that wrote two files of several.
    git('checkout', 'refs/prime-registry/release', '--', 'package.json');
    rmSync(join(folder, 'CHANGELOG.md'));
    writeFileSync(join(folder, '.git/index.lock'), '');
    const locked = repository.release('1.0.0');
    assert.match(locked.stderr, /delete .*index\.lock if no git is running, and run this again/);
    rmSync(join(folder, '.git/index.lock'));
    assert.equal(repository.release('1.0.0').code, 0);
    assertReleased(repository);
  });

  test('does not touch a branch that has changed since', (t) => {
    const repository = copyReady(t);
    const { git } = repository;
    git('reset', '--quiet', '--hard', base);
    repository.write('new.txt', '');
    repository.commit('Change');
    const changed = repository.release('1.0.0');
    assert.equal(changed.code, 1);
    assert.match(changed.stderr, new RegExp(`the branch has changed since.*git reset --keep ${base}`));
    assert.equal(git('log', '-1', '--format=%s'), 'Change');
    const other = repository.release('1.1.0');
    assert.match(other.stderr, /1\.0\.0 is built and not in place: run 'npm run release -- 1\.0\.0' first/);
    // As the sentence says.
    for (const file of changed.stderr.match(/(?<=delete | and )\/\S+(?=\.$| and )/gm) ?? [])
      rmSync(file, { recursive: true, force: true });
    assert.equal(repository.release('1.1.0').code, 0);
  });
});

/** Releases 1.0.0 until a change of a reference kills it. @returns what it said */
function releaseUntil({ folder, release }: SmallRepository, state: string, reference: string): string {
  const hook = join(folder, '.git/hooks/reference-transaction');
  writeFileSync(hook, killAt(state, reference));
  chmodSync(hook, 0o755);
  const { code, stdout, stderr } = release('1.0.0');
  assert.equal(code, null, stderr);
  // Git goes on without the release.
  while (isUsed(realpathSync(folder))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  rmSync(hook);
  return stdout;
}

/** Whether a process runs in a folder. */
function isUsed(folder: string): boolean {
  return readdirSync('/proc').some((process) => {
    try {
      return /^\d+$/.test(process) && readlinkSync(join('/proc', process, 'cwd')) === folder;
    } catch {
      // It has ended, or belongs to somebody else.
      return false;
    }
  });
}

function assertReleased({ folder, git }: SmallRepository): void {
  assert.equal(git('log', '-1', '--format=%s'), 'Release 1.0.0');
  assert.equal(git('rev-parse', 'v1.0.0^{commit}'), git('rev-parse', 'HEAD'));
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('for-each-ref', 'refs/prime-registry'), '');
  assert.ok(existsSync(join(folder, 'release/SHA256SUMS')));
  assert.ok(!existsSync(join(folder, 'release.next')));
}
