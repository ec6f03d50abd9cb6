// Dependency confusion: a name of one registry is not supplied by another without a word.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { listFiles, readFiles } from '../../project-files.ts';

describe('prime install with an internal and a public registry', () => {
  let internal: TestRegistry;
  let open: TestRegistry;
  let user: PrimeUser;

  before(async () => {
    [internal, open] = await Promise.all([startRegistry(), startRegistry()]);
    await internal.author.mustPublish({ name: '@acme/tool', version: '1.0.0' });
    await open.author.mustPublish({ name: '@acme/tool', version: '1.0.1' });
    await open.author.mustPublish({ name: '@acme/only-open', version: '1.0.0' });
  });

  after(async () => {
    await Promise.all([internal.stop(), open.stop()]);
  });

  beforeEach(async () => {
    user = await createPrimeUser({ PRIME_REGISTRY: `${internal.baseUrl} ${open.baseUrl}` });
  });

  afterEach(() => user.remove());

  const lockText = () => readFile(join(user.project, '.primes/lock.yaml'), 'utf8');
  const setProject = async (text: string) => {
    await mkdir(join(user.project, '.primes'), { recursive: true });
    await writeFile(join(user.project, '.primes/config.yaml'), text);
  };

  it('says that an exact version passes over a registry with the name, and locks that', async () => {
    const { code, stdout, stderr } = await user.prime(['install', '@acme/tool@1.0.1', '--json']);
    assert.equal(code, 0, stderr);
    assert.ok(
      stderr.startsWith(
        `warning: @acme/tool 1.0.1 comes from ${open.baseUrl}, although ${internal.baseUrl} has @acme/tool, without this version.`,
      ),
      stderr,
    );
    assert.match(stderr, /prime config set fallback name/);
    assert.deepEqual(JSON.parse(stdout).changes[0].passed_over, [internal.baseUrl]);
    assert.ok((await lockText()).includes(`    passed_over: ${internal.baseUrl}\n`), await lockText());
    const again = await user.prime(['install', '--frozen']);
    assert.deepEqual([again.code, again.stdout], [0, '1 Prime, nothing to do.\n'], 'the lock is readable');
    assert.ok((await user.prime(['ls', '--json'])).stdout.includes(internal.baseUrl));
  });

  it('says so for every command that finds an exact version', async () => {
    for (const args of [
      ['info', '@acme/tool@1.0.1'],
      ['download', '@acme/tool@1.0.1'],
    ]) {
      const { code, stderr } = await user.prime(args);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /although \S+ has @acme\/tool, without this version/, args.join(' '));
    }
  });

  it('says nothing if no earlier registry has the name', async () => {
    const { code, stderr } = await user.prime(['install', '@acme/only-open@1.0.0']);
    assert.equal(code, 0);
    assert.doesNotMatch(stderr, /warning/);
    assert.doesNotMatch(await lockText(), /passed_over/);
  });

  it('takes no version from another registry with fallback: name, of the user or of the project', async () => {
    const refused = async () => {
      const { code, stderr } = await user.prime(['install', '@acme/tool@1.0.1']);
      assert.equal(code, 1, stderr);
      assert.ok(stderr.includes(`No version of @acme/tool in ${internal.baseUrl} matches '1.0.1'`), stderr);
      assert.ok(!stderr.includes(open.baseUrl), stderr);
    };
    await setProject('fallback: name\n');
    await refused();
    await user.prime(['config', 'set', 'fallback', 'version']);
    await refused();
    await setProject('fallback: version\n');
    await user.prime(['config', 'set', 'fallback', 'name']);
    await refused();
    assert.deepEqual(await listFiles(join(user.project, '.primes')), ['config.yaml']);
    assert.equal((await user.prime(['install', '@acme/only-open@1.0.0'])).code, 0);
    await user.prime(['config', 'unset', 'fallback']);
    assert.equal((await user.prime(['install', '@acme/tool@1.0.1'])).code, 0, 'a checkout cannot loosen it');
  });

  it('never takes a pinned scope from another registry', async () => {
    await user.prime(['config', 'set', '@acme', internal.baseUrl]);
    const { code, stderr } = await user.prime(['install', '@acme/tool@1.0.1']);
    assert.equal(code, 1);
    assert.match(stderr, /because the scope @acme is pinned to this one/);
    assert.ok(!stderr.includes(open.baseUrl), stderr);
  });

  it('moves no locked name to another registry without --allow-registry-change', async () => {
    assert.equal((await user.prime(['install', '@acme/tool'])).code, 0);
    const before = await readFiles(join(user.project, '.primes'));
    for (const args of [
      ['install', '@acme/tool@1.0.1'],
      ['install', '@acme/tool', '--remote', open.baseUrl],
      ['install', '--update', '--remote', open.baseUrl],
    ]) {
      const { code, stderr } = await user.prime(args);
      assert.equal(code, 1, args.join(' '));
      assert.ok(
        stderr.includes(
          `@acme/tool is locked from ${internal.baseUrl}, but 1.0.1 would come from ${open.baseUrl}. Nothing was changed`,
        ),
        stderr,
      );
      assert.match(stderr, /help: .*--allow-registry-change/);
    }
    assert.deepEqual(await readFiles(join(user.project, '.primes')), before);
    const moved = await user.prime(['install', '@acme/tool@1.0.1', '--allow-registry-change']);
    assert.equal(moved.code, 0, moved.stderr);
    assert.match(moved.stdout, /1\.0\.0 → 1\.0\.1/);
    assert.ok((await lockText()).includes(`registry: ${open.baseUrl}\n`));
  });
});
