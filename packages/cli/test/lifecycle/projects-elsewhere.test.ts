// What a project sees of channels, moves and removals: the rows of the table in docs/lifecycle.md.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { change } from './changing.ts';
import { NAME, NEW, TestProject } from './project.ts';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.start();
});
afterEach(() => project.stop());

const remove = (version: string) =>
  change(project.registry.admin, 'POST', NAME, `${version}/removal`, { category: 'secret', reason: 'A key' });

/** Yanks a version of the new name, which the old one does not have. */
const registryYank = (version: string) => project.registry.author.yank(NEW, version);

describe('a channel', () => {
  beforeEach(() => project.change('PUT', 'channels/beta', { version: '2.0.0-beta.1' }));

  test('is installed, locked, and only followed by an update, up or down', async () => {
    await project.run('install', `${NAME}@beta`);
    assert.equal(await project.lockedVersion(), '2.0.0-beta.1');
    await project.change('PUT', 'channels/beta', { version: '1.0.0' });
    await project.run('install');
    assert.equal(await project.lockedVersion(), '2.0.0-beta.1');
    assert.match((await project.run('outdated')).stdout, /@acme\/web-style +2\.0\.0-beta\.1 +1\.0\.0 /);
    await project.run('install', '--update');
    assert.equal(await project.lockedVersion(), '1.0.0');
    assert.match((await project.run('versions', NAME)).stdout, /1\.0\.0 .* beta\n/);
  });

  test('that SKILL.md asks for now replaces a version that was chosen for something else', async () => {
    await project.writeSkill(`---\nprimes: ["${NAME}@^1"]\n---\n`);
    await project.run('install');
    await project.writeSkill(`---\nprimes: ["${NAME}@beta"]\n---\n`);
    assert.match(
      await project.refused('install', '--frozen'),
      /requires beta, which lock\.yaml does not have/,
    );
    await project.run('install');
    assert.equal(await project.lockedVersion(), '2.0.0-beta.1');
    await project.writeSkill(`---\nprimes: ["${NAME}"]\n---\n`);
    await project.run('install');
    assert.equal(await project.lockedVersion(), '1.1.0');
  });

  test('that does not exist, or names a yanked version, is refused', async () => {
    assert.match(
      await project.refused('install', `${NAME}@stable`),
      /has no channel 'stable' .*It has 'beta' \(2\.0\.0-beta\.1\)/,
    );
    await project.registry.author.yank(NAME, '2.0.0-beta.1', { reason: 'wrong' });
    assert.match(
      await project.refused('install', `${NAME}@beta`),
      /'wrong', and the channel 'beta' still names it/,
    );
    assert.match(await project.refused('info', `${NAME}@beta`), /the channel 'beta' still names it/);
  });
});

describe('a Prime that has moved', () => {
  const move = () => project.change('PUT', 'move', { to: NEW });

  test('is taken from the new name, with a note, and locked by the name that was asked for', async () => {
    await project.run('install', `${NAME}@>=1`);
    assert.doesNotMatch(await project.lockText(), /moved_to/);
    await move();
    assert.match(
      (await project.run('outdated')).stdout,
      / 1\.1\.0 +2\.1\.0 +2\.1\.0 .*\n.*has moved to @acme\/design: request/,
    );
    const { stdout, stderr } = await project.run('install', '--update');
    assert.match(stdout, /~ @acme\/web-style +1\.1\.0 → 2\.1\.0 \(@acme\/design\)/);
    assert.equal(
      stderr,
      `${NAME} has moved to ${NEW} in ${project.registry.baseUrl}, and is taken from there. Request ${NEW} from now on.\n`,
    );
    assert.match(
      await project.lockText(),
      /"@acme\/web-style":\n {4}version: 2\.1\.0\n[\s\S]*\n {4}moved_to: "@acme\/design"\n/,
    );
    await project.run('verify');
    await project.deleteTree({ cache: true });
    await project.run('install', '--frozen');
    await project.run('verify');
    assert.match((await project.run('ls')).stdout, /@acme\/web-style +2\.1\.0 \(@acme\/design\)/);
    assert.match((await project.run('outdated')).stdout, /has moved to @acme\/design/);
    await project.change('DELETE', 'move');
    await project.run('install', `${NAME}@>=1`);
    assert.doesNotMatch(await project.lockText(), /moved_to/);
  });

  test('keeps what is locked, has its own versions by number, and those of the old name if nothing else matches', async () => {
    await project.run('install', NAME);
    const before = await project.lockText();
    await move();
    await project.deleteTree({ cache: true });
    await project.run('install');
    assert.equal(await project.lockText(), before);
    assert.match(
      (await project.run('install', `${NAME}@1.0.0`)).stderr,
      /newer versions are only published there/,
    );
    assert.match(
      (await project.run('install', `${NAME}@^1`)).stderr,
      /no version that matches '\^1'; a version of the old name/,
    );
    assert.equal(await project.lockedVersion(), '1.1.0');
    assert.match((await project.run('info', NAME)).stdout, /^@acme\/design 2\.1\.0\n/);
  });

  test('to a version with the same number has other bytes, which is no mistake', async () => {
    await project.registry.author.mustPublish({ name: '@acme/third', version: '1.1.0' });
    await project.run('install', NAME);
    await project.change('PUT', 'move', { to: '@acme/third' });
    const { stdout } = await project.run('install', NAME);
    assert.match(stdout, /~ @acme\/web-style +1\.1\.0 → 1\.1\.0 \(@acme\/third\)/);
    await project.run('verify');
  });

  test('to a name of somebody else is not followed: install refuses, and outdated says why', async () => {
    await project.run('install', `${NAME}@^1`);
    const own = await startRegistry();
    try {
      await own.author.mustPublish({ name: NEW, version: '9.0.0' });
      await move();
      const environment = { PRIME_REGISTRY: `${own.baseUrl} ${project.registry.baseUrl}` };
      const installed = await project.user.prime(['install', NAME, '--json'], { environment });
      assert.deepEqual([installed.code, JSON.parse(installed.stdout).error.code], [1, 'foreign_move']);
      const { code, stdout } = await project.user.prime(['outdated'], { environment });
      assert.equal(code, 0);
      assert.match(stdout, /is asked first and has that name\. The move is not followed\./);
    } finally {
      await own.stop();
    }
  });

  test('back again is followed by an update', async () => {
    await move();
    await project.run('install', `${NAME}@>=1`);
    await project.change('DELETE', 'move');
    await registryYank('2.1.0');
    const { primes } = JSON.parse((await project.run('outdated', '--json')).stdout);
    assert.deepEqual([primes[0].wanted, primes[0].yanked, primes[0].moved_to], ['1.1.0', false, undefined]);
    await project.run('install', '--update');
    assert.equal(await project.lockedVersion(), '1.1.0');
  });
});

describe('a removed version', () => {
  test('is refused by its number, and from a lock file unless the bytes are on this machine', async () => {
    await project.run('install', `${NAME}@^1`);
    await remove('1.1.0');
    await project.deleteTree();
    await project.run('install', '--frozen');
    await project.deleteTree({ cache: true });
    const stderr = await project.refused('install');
    assert.match(
      stderr,
      /^error: @acme\/web-style 1\.1\.0 was removed for good\. .*secret.*A key.* Take 1\.0\.0 instead\.\n/,
    );
    assert.match(await project.refused('install', `${NAME}@1.1.0`), /was removed for good/);
    const { stdout } = await project.run('outdated');
    assert.match(stdout, /1\.1\.0 removed/);
    assert.match(stdout, /was removed \(secret\): A key\n/);
    await project.run('install', '--update');
    assert.equal(await project.lockedVersion(), '1.0.0');
  });

  test('is not looked for in the next registry', async () => {
    const stranger = await startRegistry();
    try {
      await stranger.author.mustPublish({ version: '1.1.0' });
      await remove('1.1.0');
      const environment = { PRIME_REGISTRY: `${project.registry.baseUrl} ${stranger.baseUrl}` };
      const { code, stdout } = await project.user.prime(['install', `${NAME}@1.1.0`, '--json'], {
        environment,
      });
      assert.deepEqual([code, JSON.parse(stdout).error.code], [1, 'version_removed']);
    } finally {
      await stranger.stop();
    }
  });
});
