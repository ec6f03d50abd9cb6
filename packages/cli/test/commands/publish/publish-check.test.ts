// What is found out before a publish: by the registry, and by prime where the registry offers no check.
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { generateToken } from '@prime-registry/protocol';
import {
  atomFiles,
  type FaultyProxy,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { writeFiles } from '../../pack/prime-folder.ts';
import { type Author, createAuthor } from '../../publish/author.ts';

let registry: TestRegistry;
let author: Author;
let proxy: FaultyProxy;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry({ maxRatio: 2000, maxTarballBytes: 100_000 });
});
after(() => registry.stop());
beforeEach(async () => {
  author = await createAuthor(registry);
  ({ user, proxy } = author);
});
afterEach(() => author.close());

/** Replaces the Prime in the project. */
async function writePrime(name: string, version: string, ...atoms: readonly string[]): Promise<void> {
  await rm(join(user.project, 'primes'), { recursive: true, force: true });
  await writeFiles(user.project, {
    'pack.yaml': manifestText({ name, version }),
    'README.md': '# Web style\n',
    ...atomFiles(...atoms.map((id) => ({ id: `@acme/${id}`, description: `Says ${id}` }))),
  });
}

/** A version 1.0.0 with two atoms is published, and a 1.0.1 with one of them is in the project. */
async function prepareSmallStep(name: string): Promise<void> {
  await writePrime(name, '1.0.0', 'one', 'two');
  const { code, stderr } = await user.prime(['publish']);
  assert.equal(code, 0, stderr);
  await writePrime(name, '1.0.1', 'one');
}

const versionsOf = async (name: string): Promise<string[]> => {
  const { status, json } = await registry.anonymous.get(`/pack/${encodeURIComponent(name)}`);
  return status === 404 ? [] : json.versions.map(({ version }: { version: string }) => version);
};

/** A registry of which only the contract is known. */
function hideAdditions(): void {
  proxy.fault = ({ path }) =>
    path.startsWith('/-/') ? { kind: 'answer', status: 404, body: 'not here' } : undefined;
}

describe('prime publish --dry-run', () => {
  it('lets the registry check everything, and publishes nothing', async () => {
    await writePrime('@acme/dry', '1.0.0', 'one');
    const { code, stdout, stderr } = await user.prime(['publish', '--dry-run']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^@acme\/dry 1\.0\.0\n {2}12 B +README\.md\n/);
    assert.ok(stdout.endsWith(`\n${proxy.baseUrl} accepts it. Nothing was published (--dry-run).\n`), stdout);
    const json = JSON.parse((await user.prime(['publish', '--dry-run', '--json'])).stdout);
    assert.deepEqual(
      [json.dry_run, json.url, json.registry, json.checked_by_registry],
      [true, undefined, proxy.baseUrl, true],
    );
    assert.deepEqual(new Set(proxy.requests), new Set(['GET /-/whoami', 'POST /-/publish/check']));
    assert.deepEqual(await versionsOf('@acme/dry'), []);
  });

  it('fails with a bad token, and for a scope that the token may not write to', async () => {
    await writePrime('@other/dry', '1.0.0', 'one');
    const scope = await user.prime(['publish', '--dry-run']);
    assert.deepEqual([scope.code, /may write to @acme, not to @other/.test(scope.stderr)], [1, true]);
    const bad = await user.prime(['publish', '--dry-run'], {
      environment: { PRIME_REGISTRY_TOKEN: generateToken() },
    });
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /401 .*not known to this registry.*\nhelp: run 'prime login/s);
  });

  it('fails for a version that exists, and says which one is free', async () => {
    await prepareSmallStep('@acme/dry-taken');
    await writePrime('@acme/dry-taken', '1.0.0', 'one');
    const { code, stderr } = await user.prime(['publish', '--dry-run']);
    assert.equal(code, 1);
    assert.match(stderr, /already published at \S+, with other content\. .* such as 1\.0\.1\./);
  });

  it('fails for a version step that is too small, unless that is allowed', async () => {
    await prepareSmallStep('@acme/dry-small');
    const { code, stderr } = await user.prime(['publish', '--dry-run']);
    assert.equal(code, 2);
    assert.match(stderr, /use 2\.0\.0 or later/);
    const allowed = await user.prime(['publish', '--dry-run', '--allow-small-step']);
    assert.equal(allowed.code, 0);
    assert.match(allowed.stderr, /^warning: 1\.0\.0 to 1\.0\.1 is too small a step/);
  });

  it('says what it could not ask if the registry offers no check', async () => {
    hideAdditions();
    await writePrime('@acme/dry-plain', '1.0.0', 'one');
    const { code, stdout, stderr } = await user.prime(['publish', '--dry-run']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /offers no check before a publish\. It is not known whether it accepts the token/);
    assert.ok(stdout.endsWith(`Would be published to ${proxy.baseUrl}. Nothing was sent (--dry-run).\n`));
    assert.deepEqual(
      proxy.requests.filter((request) => request.startsWith('POST')),
      [],
    );
    assert.equal((await user.prime(['publish'])).code, 0);
    const again = await user.prime(['publish', '--dry-run']);
    assert.deepEqual([again.code, /is already published at/.test(again.stderr)], [1, true], again.stderr);
  });
});

describe('a version step that is too small', () => {
  it('stops a publish before it happens, and says what to do', async () => {
    await prepareSmallStep('@acme/small');
    const { code, stderr } = await user.prime(['publish']);
    assert.equal(code, 2);
    assert.match(stderr, /1\.0\.0 to 1\.0\.1 is too small a step for removed atoms .*; use 2\.0\.0 or later/);
    assert.match(stderr, /\n {2}version +the atom @acme\/two was removed\n/);
    assert.match(stderr, /help: 'prime version --auto' writes .*--allow-small-step/);
    assert.deepEqual(await versionsOf('@acme/small'), ['1.0.0']);
    const json = JSON.parse((await user.prime(['publish', '--json'])).stdout);
    assert.equal(json.error.code, 'version_step_too_small');
  });

  it('is published with a warning if the author insists', async () => {
    await prepareSmallStep('@acme/insisted');
    const { code, stderr } = await user.prime(['publish', '--allow-small-step']);
    assert.equal(code, 0);
    assert.match(stderr, /^warning: 1\.0\.0 to 1\.0\.1 is too small a step/);
    assert.deepEqual(await versionsOf('@acme/insisted'), ['1.0.0', '1.0.1']);
  });

  it('is found by prime if the registry cannot refuse it', async () => {
    hideAdditions();
    await prepareSmallStep('@acme/plain');
    const { code, stderr } = await user.prime(['publish']);
    assert.equal(code, 2);
    assert.match(stderr, /@acme\/plain 1\.0\.1 was not published: 1\.0\.0 to 1\.0\.1 is too small a step/);
    assert.match(stderr, /\n {2}version +the atom @acme\/two was removed\n/);
    assert.deepEqual(await versionsOf('@acme/plain'), ['1.0.0']);
    assert.equal((await user.prime(['publish', '--allow-small-step'])).code, 0);
    await writePrime('@acme/plain', '1.1.0', 'one', 'three');
    assert.equal((await user.prime(['publish'])).code, 0);
  });

  it('is unknown if such a registry does not let its publishers read: then prime says so, and publishes', async () => {
    await prepareSmallStep('@acme/blind');
    proxy.fault = ({ path, method }) =>
      path.startsWith('/-/') || method === 'GET' ? { kind: 'answer', status: 403, body: '' } : undefined;
    const { code, stderr } = await user.prime(['publish']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /the version step of @acme\/blind 1\.0\.1 was not checked: /);
  });
});

describe('the sizes that a registry accepts', () => {
  it('are those that it tells: higher ones than by default', async () => {
    await writePrime('@acme/zeros', '1.0.0', 'one');
    await writeFile(join(user.project, 'zeros'), Buffer.alloc(40 * 2 ** 20));
    const { code, stderr } = await user.prime(['publish']);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /warning|maximum/);
  });

  it('are those that it tells: lower ones are refused before anything is sent', async () => {
    await writePrime('@acme/large', '1.0.0', 'one');
    const noise = Array.from({ length: 40_000 }, (_, index) => (index * 2_654_435_761) % 4_294_967_291);
    await writeFile(join(user.project, 'noise.txt'), noise.join('\n'));
    for (const args of [['publish'], ['publish', '--dry-run']]) {
      const { code, stderr } = await user.prime(args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /tarball +is larger than 100000 bytes, the maximum of http:\/\/127\.0\.0\.1/);
    }
    assert.deepEqual(new Set(proxy.requests), new Set(['GET /-/whoami']));
  });
});
