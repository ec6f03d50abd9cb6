// The commands for what happens to a version after its publish, as an author sees them.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  createPrimeUser,
  eventually,
  manifestText,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { runPrime } from '../../src/run-prime.ts';
import { makeStreams } from '../fake-streams.ts';

const NAME = '@acme/web-style';

let registry: TestRegistry;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry({ allowStableYank: true });
  user = await createPrimeUser({
    PRIME_REGISTRY: registry.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
  for (const version of ['1.0.0', '1.1.0', '2.0.0-beta.1']) await registry.author.mustPublish({ version });
  await registry.author.mustPublish({ name: '@acme/design' });
});
after(() => Promise.all([registry.stop(), user.remove()]));

const listOf = async (name = NAME) => (await registry.anonymous.get(`/pack/${name}?yanked=include`)).json;

/** Runs a command that must succeed. @returns its result */
async function run(...args: string[]) {
  const { code, stdout, stderr } = await user.prime([...args, '--json']);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return JSON.parse(stdout);
}

/** Runs a command that must fail. @returns its message, and its code */
async function refused(...args: string[]): Promise<[exitCode: number | null, stderr: string]> {
  const { code, stderr } = await user.prime(args);
  assert.notEqual(code, 0);
  return [code, stderr];
}

test('prime yank --undo takes a yank back', async () => {
  await run('yank', `${NAME}@1.1.0`, '--yes');
  assert.deepEqual(await run('yank', `${NAME}@1.1.0`, '--undo'), {
    ...{ name: NAME, version: '1.1.0', yanked: false, registry: registry.baseUrl },
  });
  assert.equal((await listOf()).latest, '1.1.0');
  const { stdout } = await user.prime(['yank', `${NAME}@1.1.0`, '--undo']);
  assert.equal(stdout, `${NAME} 1.1.0 is no longer yanked in ${registry.baseUrl}\n`);
  assert.match((await refused('yank', `${NAME}@1.1.0`, '--undo', '--reason', 'x'))[1], /leave out --reason/);
});

describe('prime deprecate', () => {
  test('deprecates a range, with a successor, and takes it back', async () => {
    const successor = ['--successor', '@acme/design@^1', '--successor-registry', 'https://b.example/'];
    const { done, deprecations } = await run(
      'deprecate',
      `${NAME}@<1.1.0`,
      '-m',
      'Wrong rules',
      ...successor,
    );
    assert.equal(done, `${NAME}@<1.1.0 is deprecated in ${registry.baseUrl}`);
    const [{ since: _, ...deprecation }] = deprecations;
    assert.deepEqual(deprecation, {
      ...{ range: '<1.1.0', message: 'Wrong rules' },
      successor: { name: '@acme/design', range: '^1', registry: 'https://b.example' },
    });
    const { stdout } = await user.prime(['deprecate', NAME, '-m', 'No longer kept up']);
    assert.match(
      stdout,
      /\n {2}all versions +No longer kept up\n {2}<1\.1\.0 +Wrong rules +use @acme\/design@\^1 from/,
    );
    assert.equal((await run('deprecate', NAME, '--undo')).deprecations.length, 1);
    assert.equal((await run('deprecate', `${NAME}@<1.1.0`, '--undo')).deprecations, undefined);
  });

  test('warns of a successor that an install would not find, and deprecates anyway', async () => {
    await registry.author.mustPublish({ name: '@acme/heir', version: '1.0.0' });
    const warned = async (...successor: string[]): Promise<string> => {
      const args = ['deprecate', `${NAME}@<1.1.0`, '-m', 'x', '--successor', ...successor];
      const { code, stdout, stderr } = await user.prime(args);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /is deprecated in /);
      return stderr;
    };
    const asked = `(asked: ${registry.baseUrl}); until one does, nobody can follow the advice\n`;
    assert.equal(
      await warned('@acme/hier'),
      `warning: the successor is @acme/hier, but no registry has it ${asked}`,
    );
    assert.equal(
      await warned('@acme/heir@^2'),
      `warning: the successor is @acme/heir@^2, but no registry has a version that matches ${asked}`,
    );
    assert.equal(await warned('@acme/heir'), '');
    const here = ['--successor-registry', registry.baseUrl];
    assert.match(await warned('@acme/hier', ...here), /^warning: the successor is @acme\/hier from /);
    // Nobody here can know what another registry has.
    assert.equal(await warned('@acme/hier', '--successor-registry', 'http://127.0.0.1:9'), '');
    assert.equal((await run('deprecate', `${NAME}@<1.1.0`, '--undo')).deprecations, undefined);
  });

  test('takes no successor that is deprecated with it', async () => {
    for (const [given, ...successor] of [
      [NAME, NAME],
      [`${NAME}@<2.0.0`, `${NAME}@^1.1`],
      [NAME, `${NAME}@^2`, '--successor-registry', registry.baseUrl],
    ] as const) {
      const [code, stderr] = await refused('deprecate', given, '-m', 'x', '--successor', ...successor);
      assert.equal(code, 3);
      assert.match(
        stderr,
        /^error: the successor @acme\/web-style\S* is the Prime itself, of which .* are deprecated/,
      );
    }
    assert.equal((await listOf()).deprecations, undefined);
    const later = ['--successor', `${NAME}@>=2.0.0-0`];
    assert.equal((await run('deprecate', `${NAME}@<2.0.0-0`, '-m', 'x', ...later)).deprecations.length, 1);
    await run('deprecate', `${NAME}@<2.0.0-0`, '--undo');
  });

  test('needs a message, a range, and an existing deprecation to take back', async () => {
    assert.match((await refused('deprecate', NAME))[1], /--message is missing/);
    assert.match((await refused('deprecate', `${NAME}@latest`, '-m', 'x'))[1], /is no range of versions/);
    assert.match((await refused('deprecate', NAME, '--undo', '-m', 'x'))[1], /leave out --message/);
    assert.match(
      (await refused('deprecate', NAME, '-m', 'x', '--successor-registry', 'https://b.example'))[1],
      /needs/,
    );
    assert.match((await refused('deprecate', `${NAME}@<9`, '--undo'))[1], /has no deprecation of '<9'/);
  });
});

describe('prime channel', () => {
  test('sets, lists and removes channels', async () => {
    const { stdout } = await user.prime(['channel', 'set', `${NAME}@2.0.0-beta.1`, 'beta']);
    assert.match(
      stdout,
      /^'beta' names @acme\/web-style 2\.0\.0-beta\.1 in \S+\n {2}beta +2\.0\.0-beta\.1 +since 20/,
    );
    const { channels } = await run('channel', 'ls', NAME);
    assert.deepEqual([channels[0].channel, channels[0].version], ['beta', '2.0.0-beta.1']);
    assert.equal((await run('channel', 'rm', NAME, 'beta')).channels, undefined);
    assert.match((await refused('channel', 'rm', NAME, 'beta'))[1], /has no channel 'beta'/);
  });

  test('marks a yanked and a deprecated version in the list', async () => {
    await registry.author.mustPublish({ name: '@acme/marked', version: '1.0.0-rc.1' });
    await registry.author.mustPublish({ name: '@acme/marked', version: '1.0.0-rc.2' });
    for (const [version, channel] of [
      ['1.0.0-rc.1', 'beta'],
      ['1.0.0-rc.2', 'next'],
    ])
      await run('channel', 'set', `@acme/marked@${version}`, `${channel}`);
    await run('yank', '@acme/marked@1.0.0-rc.1', '--reason', 'a rule is wrong', '--yes');
    await run('deprecate', '@acme/marked@1.0.0-rc.2', '-m', 'old');
    const { stdout } = await user.prime(['channel', 'ls', '@acme/marked']);
    assert.match(stdout, /\n {2}beta +1\.0\.0-rc\.1 +since \S+ +yanked: a rule is wrong\n/);
    assert.match(stdout, /\n {2}next +1\.0\.0-rc\.2 +since \S+ +deprecated\n$/);
    const { channels } = await run('channel', 'ls', '@acme/marked');
    const marks = channels.map(({ since: _, ...entry }: { since: string }) => entry);
    assert.deepEqual(marks, [
      { channel: 'beta', version: '1.0.0-rc.1', yanked: true, yank_reason: 'a rule is wrong' },
      { channel: 'next', version: '1.0.0-rc.2', deprecated: true },
    ]);
  });

  test('refuses words that cannot be channels, and says why', async () => {
    for (const [word, why] of [
      ['latest', /is the highest stable version by rule/],
      ['1.x', /cannot be a channel/],
    ] as const) {
      const [code, stderr] = await refused('channel', 'set', `${NAME}@1.0.0`, word);
      assert.equal(code, 3);
      assert.match(stderr, why);
    }
    assert.match((await refused('channel', 'set', NAME, 'beta'))[1], /does not name a single version/);
    assert.match((await refused('channel', 'show', NAME))[1], /is not one of ls, set and rm/);
  });

  test('is set by a publish', async () => {
    await writeFile(join(user.project, 'pack.yaml'), manifestText({ version: '2.0.0-beta.2' }));
    await writeFile(join(user.project, 'README.md'), 'Beta\n');
    const { code, stdout } = await user.prime(['publish', '--channel', 'next', '--json']);
    assert.deepEqual([code, JSON.parse(stdout).channel], [0, 'next']);
    assert.equal((await run('channel', 'ls', NAME)).channels[0].version, '2.0.0-beta.2');
    assert.match(
      (await refused('publish', '--channel', 'v1'))[1],
      /^error: --channel: 'v1' cannot be a channel/,
    );
  });
});

test('prime move sends a name to another one, and takes it back', async () => {
  await registry.author.mustPublish({ name: '@acme/old-style' });
  const [code, stderr] = await refused('move', '@acme/old-style', '@acme/design');
  assert.equal(code, 3);
  assert.match(stderr, /needs a confirmation/);
  assert.equal((await run('move', '@acme/old-style', '@acme/design', '--yes')).moved_to, '@acme/design');
  const publish = await registry.author.publish({ name: '@acme/old-style', version: '2.0.0' });
  assert.equal(publish.status, 403);
  assert.equal((await run('move', '@acme/old-style', '--undo')).moved_to, undefined);
  assert.match(
    (await refused('move', '@acme/old-style', '@acme/nowhere', '-y'))[1],
    /has no version to install/,
  );
});

describe('prime destroy', () => {
  const TOKEN = () => ({ environment: { PRIME_REGISTRY_TOKEN: registry.admin.token ?? '' } });
  const args = ['destroy', '@acme/leak@1.0.0', '--category', 'secret', '--reason', 'A key'];
  before(() => registry.author.mustPublish({ name: '@acme/leak' }));

  test('needs the name of the version, typed, or --yes; a category; and an admin token', async () => {
    assert.match(
      (await refused('destroy', '@acme/leak@1.0.0', '-y'))[1],
      /--category is missing; use one of secret,/,
    );
    assert.match((await refused(...args))[1], /needs a confirmation/);
    assert.match((await refused(...args, '--yes'))[1], /Only the operator of this registry may remove/);
    const streams = makeStreams({ columns: 200 });
    const env = { ...user.environment, ...TOKEN().environment };
    const exitCode = runPrime(args, { ...streams, env, cwd: () => user.project });
    await eventually(() => assert.match(streams.stderrText(), /Type @acme\/leak@1\.0\.0 to confirm/));
    for (const key of [...'yes', '\r']) streams.type(key);
    assert.equal(await exitCode, 1);
    assert.match(streams.stderrText(), /is not removed: it was not confirmed/);
    assert.equal((await registry.anonymous.get('/pack/@acme/leak/1.0.0')).status, 200);
  });

  test('says where the bytes still are', async () => {
    const [name, files] = ['@acme/leaks', { 'shared.txt': 'the same bytes' }];
    for (const version of ['1.0.0', '2.0.0']) await registry.author.mustPublish({ name, version, files });
    const { stderr } = await user.prime(['destroy', `${name}@1.0.0`, ...args.slice(2), '--yes'], TOKEN());
    assert.match(
      stderr,
      /its bytes are still there, because the same tarball is that of @acme\/leaks@2\.0\.0:/,
    );
  });

  test('deletes the version for ever', async () => {
    const { code, stdout } = await user.prime([...args, '--yes'], TOKEN());
    assert.deepEqual(
      [code, stdout],
      [0, `@acme/leak 1.0.0 is removed from ${registry.baseUrl} for ever (secret)\n`],
    );
    assert.equal((await registry.anonymous.get('/pack/@acme/leak/1.0.0')).status, 410);
    const { code: failed, stdout: error } = await user.prime(['install', '@acme/leak@1.0.0', '--json']);
    assert.deepEqual([failed, JSON.parse(error).error.code], [1, 'version_removed']);
    assert.match(
      (await user.prime(['versions', '@acme/leak', '--yanked'])).stdout,
      /1\.0\.0 .* removed: secret/,
    );
  });
});

test('prime publish --channel fails if the registry has ignored the channel, and says that the version is published', async () => {
  const proxy = await startFaultyProxy(registry.baseUrl);
  try {
    proxy.fault = () => ({ kind: 'rewrite', rewrite: (body) => body.replaceAll('"channels"', '"others"') });
    await writeFile(join(user.project, 'pack.yaml'), manifestText({ version: '3.0.0' }));
    const remote = ['--remote', proxy.baseUrl, '--token', registry.author.token ?? ''];
    const [code, stderr] = await refused('publish', '--channel', 'next', ...remote);
    assert.equal(code, 1);
    assert.match(stderr, /web-style 3\.0\.0 is published, but \S+ has not set the channel 'next'\n/);
    assert.match(stderr, /help: 'prime channel set @acme\/web-style@3\.0\.0 next'/);
  } finally {
    await proxy.close();
  }
});

test('a registry that lacks these endpoints is named, and nothing reads as if the Prime were missing', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const remote = ['--remote', url, '--token', 'some-token'];
  try {
    for (const [args, what] of [
      [['deprecate', NAME, '-m', 'x'], 'deprecations'],
      [['channel', 'set', `${NAME}@1.0.0`, 'beta'], 'channels'],
      [['move', NAME, '@acme/design', '-y'], 'moves'],
      [['yank', `${NAME}@1.0.0`, '--undo'], 'taking a yank back'],
      [['destroy', `${NAME}@1.0.0`, '--category', 'other', '-y'], 'removals'],
    ] as const) {
      const [code, stderr] = await refused(...args, ...remote);
      assert.equal(code, 1);
      assert.ok(stderr.startsWith(`error: ${url} does not offer ${what}\n`), stderr);
    }
  } finally {
    server.close();
  }
});
