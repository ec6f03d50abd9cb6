// `npm run release` in a small repository, as a maintainer runs it.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { findChecksumProblems } from './artifacts/checksums.ts';
import { capture } from './processes.ts';
import { type CommandResult, makeSmallRepository, PACK, type SmallRepository } from './small-repository.ts';
import { verifyRelease } from './verify/verify-release.ts';

const readJson = (folder: string, path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

describe('a release', () => {
  let released: SmallRepository;
  let result: CommandResult;
  before(() => {
    const scripts = { check: 'touch ../checked', test: 'test -e ../checked' };
    released = makeSmallRepository(scripts, { usesNpm: true });
    released.write(
      'docs/use.md',
      'prime-cli@0.1.0, prime-registry:0.1.0, my-prime-cli@0.1.0, prime-cli@0.1.0-rc.1, 0.1.0\n' +
        './prime-registry-client-0.1.0.tgz, prime-0.1.0-linux-x64.tar.gz, hello-0.1.0.tgz, prime-0.1.0.1.tgz\n',
    );
    released.write('examples/ci/prime.yml', 'PRIME_PACKAGE: ./ci/prime-cli-0.1.0.tgz # checkout@0.1.0\n');
    released.write('examples/kubernetes/kustomization.yaml', 'newTag: 0.1.0\n');
    released.write('README.md', './prime-cli-0.1.0.tgz\n');
    released.commit('Describe');
    result = released.release('1.0.0');
    assert.equal(result.code, 0, result.stderr);
  });
  after(() => rmSync(released.folder, { recursive: true }));

  const copyReleased = (t: TestContext) => {
    const repository = released.copy();
    t.after(() => rmSync(repository.folder, { recursive: true }));
    return repository;
  };

  test('is a commit with one version, a tag, and a folder with everything that is published', async (t) => {
    const repository = copyReleased(t);
    const { folder, git } = repository;
    assert.equal(git('log', '-1', '--format=%s %an'), 'Release 1.0.0 Maintainer');
    assert.equal(git('rev-parse', 'v1.0.0^{commit}'), git('rev-parse', 'HEAD'));
    assert.equal(git('cat-file', '-t', 'v1.0.0'), 'tag');
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(readJson(folder, 'package.json').version, '1.0.0');
    assert.deepEqual(readJson(folder, 'packages/app/package.json').dependencies, { '@small/lib': '1.0.0' });
    assert.equal(readJson(folder, 'package-lock.json').packages['packages/app'].version, '1.0.0');
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    assert.equal(
      read('docs/use.md'),
      'prime-cli@1.0.0, prime-registry:1.0.0, my-prime-cli@0.1.0, prime-cli@0.1.0-rc.1, 0.1.0\n' +
        './prime-registry-client-1.0.0.tgz, prime-1.0.0-linux-x64.tar.gz, hello-0.1.0.tgz, prime-0.1.0.1.tgz\n',
    );
    assert.equal(read('examples/ci/prime.yml'), 'PRIME_PACKAGE: ./ci/prime-cli-1.0.0.tgz # checkout@0.1.0\n');
    assert.equal(read('examples/kubernetes/kustomization.yaml'), 'newTag: 1.0.0\n');
    const changelog = read('CHANGELOG.md');
    assert.match(
      changelog,
      /^# Changelog\n\n## Unreleased\n\n## 1\.0\.0 \(\d{4}-\d\d-\d\d\)\n\n- It exists\.\n/,
    );

    const release = join(folder, 'release');
    assert.deepEqual(readdirSync(release).sort(), ['NOTES.md', 'SHA256SUMS', 'packages']);
    assert.deepEqual(readdirSync(join(release, 'packages')).sort(), ['app-1.0.0.tgz', 'small-lib-1.0.0.tgz']);
    assert.match(readFileSync(join(release, 'NOTES.md'), 'utf8'), /^- It exists\.\n\n### Upgrading\n/);
    assert.deepEqual(await findChecksumProblems(release), []);
    capture('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { folder: release });
    // A package after those that it requires.
    assert.match(
      result.stdout,
      /publish release\/packages\/small-lib-1\.0\.0\.tgz\n {2}npm publish .*app-1\.0\.0\.tgz/,
    );

    writeFileSync(join(release, 'packages/app-1.0.0.tgz'), 'other bytes');
    writeFileSync(join(release, 'packages/app-0.9.0.tgz'), '');
    rmSync(join(release, 'packages/small-lib-1.0.0.tgz'));
    assert.deepEqual(await findChecksumProblems(release), [
      'packages/small-lib-1.0.0.tgz is missing.',
      'packages/app-0.9.0.tgz is not part of the release: remove it.',
      'packages/app-1.0.0.tgz has other bytes than the release: replace it.',
    ]);

    const again = repository.release('1.0.0');
    assert.equal(again.code, 1);
    assert.match(again.stderr, /the tag v1\.0\.0 exists: a released version never changes/);
  });

  test('replaces the last one in documents, which the version of the packages is above', (t) => {
    const { folder, release, run, commit, write } = copyReleased(t);
    assert.equal(run('versions/main.ts', '1.0.1').code, 0);
    const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    write(
      'CHANGELOG.md',
      changelog.replace('## Unreleased\n', '## Unreleased\n\n- More.\n\n### Upgrading\n\nNothing.\n'),
    );
    commit('After 1.0.0');
    const { code, stderr } = release('1.1.0');
    assert.equal(code, 0, stderr);
    assert.equal(readFileSync(join(folder, 'README.md'), 'utf8'), './prime-cli-1.1.0.tgz\n');
  });
});

test('a key signs checksums and tag; --tested takes the place of checks and tests', async (t) => {
  const { folder, git, release } = makeSmallRepository({ check: 'exit 1', test: 'exit 1' });
  t.after(() => rmSync(folder, { recursive: true }));
  const keys = join(folder, '.git/keys');
  for (const name of ['maintainer', 'stranger'])
    capture('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(folder, '.git', name)], {
      folder,
    });
  const signersOf = (name: string) => {
    const file = `${keys}-${name}`;
    writeFileSync(file, `${name}@example.org ${readFileSync(join(folder, '.git', `${name}.pub`), 'utf8')}`);
    return file;
  };
  const { code, stderr } = release(
    '1.0.0',
    ...['--key', join(folder, '.git/maintainer'), '--tested', git('rev-parse', '--short', 'HEAD')],
  );
  assert.equal(code, 0, stderr);
  const verify = (name: string) => verifyRelease(join(folder, 'release'), '1.0.0', signersOf(name));
  assert.equal(
    await verify('maintainer'),
    'All files are those of 1.0.0: 2 packages, 0 programs and 0 images. Signed by maintainer@example.org.',
  );
  git('-c', `gpg.ssh.allowedSignersFile=${keys}-maintainer`, 'verify-tag', 'v1.0.0');
  await assert.rejects(verify('stranger'), /not one of the signers in .*: do not trust this release/);
  await assert.rejects(
    verifyRelease(join(folder, 'release'), '1.0.1', undefined),
    /app-1\.0\.0\.tgz is app 1\.0\.0, and the release is 1\.0\.1/,
  );
  writeFileSync(join(folder, 'release/packages/app-1.0.0.tgz'), 'other bytes');
  await assert.rejects(
    verify('maintainer'),
    /\n- packages\/app-1\.0\.0\.tgz has other bytes than the release/,
  );
  capture('bash', ['-c', 'sha256sum packages/* > SHA256SUMS'], { folder: join(folder, 'release') });
  await assert.rejects(verify('maintainer'), /do not trust this release/);
  rmSync(join(folder, 'release/SHA256SUMS.sig'));
  await assert.rejects(verify('maintainer'), /SHA256SUMS\.sig is missing: this release is not signed/);
});

test('a red check, a red test or a failed build leaves the repository as it was', (t) => {
  for (const script of ['check', 'test', 'pack:all']) {
    const repository = makeSmallRepository({ [script]: 'echo it is red; exit 3' });
    t.after(() => rmSync(repository.folder, { recursive: true }));
    const before = stateOf(repository);
    const { code, stdout, stderr } = repository.release('1.0.0');
    assert.equal(code, 1);
    assert.match(stdout, /it is red/);
    assert.match(stderr, new RegExp(`^npm run --silent.* ${script} failed: exit code 3\n$`, 'm'));
    assert.deepEqual(stateOf(repository), before);
  }
});

test('--tested is refused for another commit than that of the release', (t) => {
  const repository = makeSmallRepository();
  t.after(() => rmSync(repository.folder, { recursive: true }));
  const tested = repository.git('rev-parse', '--short', 'HEAD');
  repository.write('new.txt', '');
  repository.commit('Change');
  const { code, stderr } = repository.release('1.0.0', '--tested', tested);
  assert.equal(code, 1);
  assert.match(stderr, /^--tested \w+ is not the commit of the release, \w+: test that commit/);
});

test('a tarball of another version among the packages is refused', (t) => {
  const pack =
    'mkdir package && sed s/1.0.0/0.9.0/ packages/lib/package.json > package/package.json && ' +
    'tar -czf release/packages/small-lib-0.9.0.tgz package';
  const repository = makeSmallRepository({ 'pack:all': `${PACK} && ${pack}` });
  t.after(() => rmSync(repository.folder, { recursive: true }));
  const { code, stderr } = repository.release('1.0.0');
  assert.equal(code, 1);
  assert.match(
    stderr,
    /small-lib-0\.9\.0\.tgz is @small\/lib 0\.9\.0, and the release is 1\.0\.0\. Empty the folder/,
  );
  assert.equal(repository.git('tag'), '');
});

/** What a release may not change unless it succeeds. */
function stateOf({ folder, git }: SmallRepository) {
  return {
    refs: git('for-each-ref'),
    status: git('status', '--porcelain', '--ignored'),
    release: existsSync(join(folder, 'release')),
  };
}
