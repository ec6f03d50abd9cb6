// `npm run release` that is killed in the middle: running it again ends well, or says what to undo.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeSmallRepository, type SmallRepository } from '../small-repository.ts';

// Git runs this hook for each change of a reference. It kills the process that started git.
const killAt = (state: string, reference: string) => `#!/bin/sh
if [ "$1" = ${state} ] && grep -q ' ${reference}$'; then
  kill -9 "$(cut -d' ' -f4 /proc/$PPID/stat)"
fi
`;

for (const [state, reference] of [
  ['committed', 'refs/prime-registry/release'],
  ['prepared', 'refs/heads/main'],
  ['committed', 'refs/tags/v1.0.0'],
] as const) {
  test(`killed when ${reference} is ${state}`, { skip: !existsSync('/proc/self/stat') }, (t) => {
    const repository = makeSmallRepository();
    t.after(() => rmSync(repository.folder, { recursive: true }));
    const hook = writeHook(repository, killAt(state, reference));
    assert.equal(repository.release('1.0.0').code, null);
    rmSync(hook);
    const { code, stderr } = repository.release('1.0.0');
    assert.equal(code, 0, stderr);
    assertReleased(repository);
  });
}

test('killed while git changes files', { skip: !existsSync('/proc/self/stat') }, (t) => {
  const repository = makeSmallRepository();
  const { folder, git } = repository;
  t.after(() => rmSync(folder, { recursive: true }));
  const hook = writeHook(repository, killAt('prepared', 'refs/heads/main'));
  assert.equal(repository.release('1.0.0').code, null);
  rmSync(hook);
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

test('a branch that has changed since is not touched', { skip: !existsSync('/proc/self/stat') }, (t) => {
  const repository = makeSmallRepository();
  const { folder, git } = repository;
  t.after(() => rmSync(folder, { recursive: true }));
  const base = git('rev-parse', 'HEAD');
  rmSync(writeHook(repository, killAt('committed', 'refs/heads/main'), '1.0.0'));
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

/** Installs a hook. @param version - released until the hook kills the release */
function writeHook({ folder, release }: SmallRepository, text: string, version?: string): string {
  const hook = join(folder, '.git/hooks/reference-transaction');
  writeFileSync(hook, text);
  chmodSync(hook, 0o755);
  if (version !== undefined) assert.equal(release(version).code, null);
  return hook;
}

function assertReleased({ folder, git }: SmallRepository): void {
  assert.equal(git('log', '-1', '--format=%s'), 'Release 1.0.0');
  assert.equal(git('rev-parse', 'v1.0.0^{commit}'), git('rev-parse', 'HEAD'));
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('for-each-ref', 'refs/prime-registry'), '');
  assert.ok(existsSync(join(folder, 'release/SHA256SUMS')));
  assert.ok(!existsSync(join(folder, 'release.next')));
}
