// What a project sees when a version that it uses is yanked, deprecated, removed or moved: the rows of the table in
// docs/lifecycle.md.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { change } from './changing.ts';

const NAME = '@acme/web-style';
const NEW = '@acme/design';

let registry: TestRegistry;
let user: PrimeUser;
beforeEach(async () => {
  registry = await startRegistry({ allowStableYank: true });
  user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
  for (const version of ['1.0.0', '1.1.0', '2.0.0-beta.1']) await registry.author.mustPublish({ version });
  for (const version of ['2.0.0', '2.1.0']) await registry.author.mustPublish({ name: NEW, version });
});
afterEach(() => Promise.all([registry.stop(), user.remove()]));

const author = (method: 'PUT' | 'DELETE', path: string, body?: object, name = NAME) =>
  change(registry.author, method, name, path, body);
const remove = (version: string, name = NAME) =>
  change(registry.admin, 'POST', name, `${version}/removal`, { category: 'secret', reason: 'A key' });

/** Runs `prime`, which must succeed. */
async function run(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await user.prime(args);
  assert.equal(code, 0, `${stdout}${stderr}`);
  return { stdout, stderr };
}

/** Runs `prime`, which must fail. */
async function refused(...args: string[]): Promise<string> {
  const { code, stderr } = await user.prime(args);
  assert.notEqual(code, 0);
  return stderr;
}

const lockText = () => readFile(join(user.project, '.primes/lock.yaml'), 'utf8');
const lockedVersion = async () => /version: (\S+)\n {4}range/.exec(await lockText())?.[1];
const forget = () => rm(user.cacheFolder, { recursive: true, force: true });
const forgetTree = () => rm(join(user.project, '.primes/@acme'), { recursive: true, force: true });
const writeSkill = (text: string) => writeFile(join(user.project, 'SKILL.md'), text);

describe('a yanked version', () => {
  test('is not chosen; by its number it is refused, with the reason and what to take instead', async () => {
    await registry.author.yank(NAME, '1.0.0', { reason: 'breaks links' });
    const stderr = await refused('install', `${NAME}@1.0.0`);
    assert.match(stderr, /with the reason 'breaks links'\. Take 1\.1\.0 instead\.\n/);
    await run('install', `${NAME}@~1.0 || ~1.1`);
    assert.equal(await lockedVersion(), '1.1.0');
  });

  test('that is locked is installed, with the reason, what to take instead, and its successor', async () => {
    await run('install', `${NAME}@>=1.0.0 <2`);
    await author('PUT', 'deprecation', {
      range: '1.1.0',
      message: 'Wrong',
      successor: { name: NEW, range: '^2' },
    });
    await registry.author.yank(NAME, '1.1.0', { reason: 'breaks links' });
    await Promise.all([forget(), forgetTree()]);
    const { stderr } = await run('install');
    assert.match(
      stderr,
      /warning: @acme\/web-style 1\.1\.0 was yanked .*'breaks links'.* Take 1\.0\.0 instead, or its successor @acme\/design@\^2\.\n/,
    );
    const { stdout } = await run('outdated');
    assert.match(stdout, /1\.1\.0 yanked deprecated/);
    assert.match(stdout, /is yanked: breaks links\n/);
    await author('DELETE', '1.1.0/yank');
    await author('DELETE', 'deprecation?range=1.1.0');
    assert.equal((await run('outdated')).stdout, '1 Prime, all up to date.\n');
  });
});

describe('a deprecated version', () => {
  const deprecate = () =>
    author('PUT', 'deprecation', {
      range: '<2',
      message: 'Wrong \u202erules\u001b[2J',
      successor: { name: NEW, range: '^2' },
    });

  test('is installed with one warning after the result; with --json it is a field', async () => {
    await run('install', NAME);
    const { status } = await registry.author.request(`/-/primes/${NAME}/deprecation`, {
      method: 'PUT',
      body: JSON.stringify({ range: '<2', message: 'Wrong rules', successor: { name: NEW, range: '^2' } }),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(status, 200);
    const { stderr } = await run('install', NAME);
    assert.equal(stderr, `warning: ${NAME} 1.1.0 is deprecated: Wrong rules. Use ${NEW}@^2 instead.\n`);
    const json = await run('install', `${NAME}@1.0.0`, '--json');
    assert.equal(json.stderr, '');
    assert.deepEqual(JSON.parse(json.stdout).notices, [
      {
        ...{ name: NAME, version: '1.0.0', kind: 'deprecated', message: 'Wrong rules' },
        successor: { name: NEW, range: '^2' },
      },
    ]);
    const { primes } = JSON.parse((await run('outdated', '--json')).stdout);
    assert.deepEqual(primes[0].deprecated, { message: 'Wrong rules', successor: { name: NEW, range: '^2' } });
    assert.match(
      (await run('info', NAME)).stdout,
      /\n {2}deprecated +Wrong rules \(use @acme\/design@\^2\)\n/,
    );
    assert.match(
      (await run('versions', NAME)).stdout,
      /1\.0\.0 .* deprecated\nDeprecated, <2: Wrong rules \(use/,
    );
    assert.match((await run('search', 'web', 'style')).stdout, /@acme\/web-style +1\.1\.0 +\(deprecated\) /);
  });

  test('is replaced by its successor with --follow, in SKILL.md and lock.yaml, and nothing else changes', async () => {
    const skill = (first: string) =>
      `---\r\nname: x # a comment\r\nprimes:\r\n  - ${first} # the style\r\n  - pack: '@acme/other'\r\n    version: 1.x\r\n---\r\n# Text\r\n`;
    await registry.author.mustPublish({ name: '@acme/other' });
    await writeSkill(skill(`"${NAME}@^1.0"`));
    await run('install');
    await author('PUT', 'deprecation', { message: 'Old', successor: { name: NEW, range: '^2' } });
    assert.match((await run('install', '--update')).stderr, /is deprecated: Old\./);
    assert.equal(
      await readFile(join(user.project, 'SKILL.md'), 'utf8'),
      skill(`"${NAME}@^1.0"`),
      'not without the flag',
    );
    const { stdout } = await run('install', '--follow');
    assert.match(stdout, /^@acme\/web-style@\^1\.0 → @acme\/design@\^2 \(SKILL\.md\)\n/);
    assert.match(stdout, /\+ @acme\/design +2\.1\.0.*\n- @acme\/web-style +1\.1\.0/);
    assert.equal(await readFile(join(user.project, 'SKILL.md'), 'utf8'), skill(`"${NEW}@^2"`));
    await run('install', '--frozen');
    assert.doesNotMatch(await lockText(), /web-style/);
  });

  test('that was installed by name is replaced by outdated --fix', async () => {
    await run('install', `${NAME}@^1.0`, NEW);
    await author('PUT', 'deprecation', { message: 'Old', successor: { name: NEW } });
    const { stdout } = await run('outdated', '--fix');
    assert.match(stdout, /\nChanged:\n {2}@acme\/web-style@\^1\.0 → @acme\/design@latest\n$/);
    assert.doesNotMatch(await lockText(), /web-style/);
    assert.equal((await run('outdated')).stdout, '1 Prime, all up to date.\n');
  });

  test('has no successor from another registry than its deprecation says, and nothing changes', async () => {
    await writeSkill(`---\nprimes: ["${NAME}"]\n---\n`);
    await run('install');
    const before = await lockText();
    await author('PUT', 'deprecation', {
      message: 'x',
      successor: { name: NEW, registry: 'https://b.example' },
    });
    const stderr = await refused('install', '--follow');
    assert.match(stderr, /in favour of @acme\/design from https:\/\/b\.example, but here .* would come from/);
    assert.match(stderr, /help: if you trust that registry: 'prime config set @acme https:\/\/b\.example'/);
    assert.equal(await lockText(), before);
    assert.equal(await readFile(join(user.project, 'SKILL.md'), 'utf8'), `---\nprimes: ["${NAME}"]\n---\n`);
  });

  test('whose successor is required already is left to a person', async () => {
    await writeSkill(`---\nprimes: ["${NAME}", "${NEW}@^2"]\n---\n`);
    await run('install');
    await author('PUT', 'deprecation', { message: 'x', successor: { name: NEW } });
    assert.match(await refused('install', '--follow'), /requires @acme\/design already, the successor of/);
  });

  test('with a hostile message shows it harmlessly, or the registry refuses it', async () => {
    await deprecate().catch(() => undefined);
    const { stderr } = await run('install', NAME);
    assert.doesNotMatch(stderr, /\u202e|\u001b/);
  });
});

describe('a channel', () => {
  beforeEach(() => author('PUT', 'channels/beta', { version: '2.0.0-beta.1' }));

  test('is installed, locked, and only followed by an update, up or down', async () => {
    await run('install', `${NAME}@beta`);
    assert.equal(await lockedVersion(), '2.0.0-beta.1');
    await author('PUT', 'channels/beta', { version: '1.0.0' });
    await run('install');
    assert.equal(await lockedVersion(), '2.0.0-beta.1');
    assert.match((await run('outdated')).stdout, /@acme\/web-style +2\.0\.0-beta\.1 +1\.0\.0 /);
    await run('install', '--update');
    assert.equal(await lockedVersion(), '1.0.0');
    assert.match((await run('versions', NAME)).stdout, /1\.0\.0 .* beta\n/);
  });

  test('that SKILL.md asks for now replaces a version that was chosen for something else', async () => {
    await writeSkill(`---\nprimes: ["${NAME}@^1"]\n---\n`);
    await run('install');
    await writeSkill(`---\nprimes: ["${NAME}@beta"]\n---\n`);
    assert.match(await refused('install', '--frozen'), /requires beta, which lock\.yaml does not have/);
    await run('install');
    assert.equal(await lockedVersion(), '2.0.0-beta.1');
    await writeSkill(`---\nprimes: ["${NAME}"]\n---\n`);
    await run('install');
    assert.equal(await lockedVersion(), '1.1.0');
  });

  test('that does not exist, or names a yanked version, is refused', async () => {
    assert.match(
      await refused('install', `${NAME}@stable`),
      /has no channel 'stable' .*It has 'beta' \(2\.0\.0-beta\.1\)/,
    );
    await registry.author.yank(NAME, '2.0.0-beta.1', { reason: 'wrong' });
    assert.match(await refused('install', `${NAME}@beta`), /'wrong', and the channel 'beta' still names it/);
    assert.match(await refused('info', `${NAME}@beta`), /the channel 'beta' still names it/);
  });
});

describe('a Prime that has moved', () => {
  const move = () => author('PUT', 'move', { to: NEW });

  test('is taken from the new name, with a note, and locked by the name that was asked for', async () => {
    await run('install', `${NAME}@>=1`);
    assert.doesNotMatch(await lockText(), /moved_to/);
    await move();
    assert.match(
      (await run('outdated')).stdout,
      / 1\.1\.0 +2\.1\.0 +2\.1\.0 .*\n.*has moved to @acme\/design: request/,
    );
    const { stdout, stderr } = await run('install', '--update');
    assert.match(stdout, /~ @acme\/web-style +1\.1\.0 → 2\.1\.0 \(@acme\/design\)/);
    assert.equal(
      stderr,
      `${NAME} has moved to ${NEW} in ${registry.baseUrl}, and is taken from there. Request ${NEW} from now on.\n`,
    );
    assert.match(
      await lockText(),
      /"@acme\/web-style":\n {4}version: 2\.1\.0\n[\s\S]*\n {4}moved_to: "@acme\/design"\n/,
    );
    await run('verify');
    await Promise.all([forget(), forgetTree()]);
    await run('install', '--frozen');
    await run('verify');
    assert.match((await run('ls')).stdout, /@acme\/web-style +2\.1\.0 \(@acme\/design\)/);
    assert.match((await run('outdated')).stdout, /has moved to @acme\/design/);
    await author('DELETE', 'move');
    await run('install', `${NAME}@>=1`);
    assert.doesNotMatch(await lockText(), /moved_to/);
  });

  test('keeps what is locked, has its own versions by number, and those of the old name if nothing else matches', async () => {
    await run('install', NAME);
    const before = await lockText();
    await move();
    await Promise.all([forget(), forgetTree()]);
    await run('install');
    assert.equal(await lockText(), before);
    assert.match((await run('install', `${NAME}@1.0.0`)).stderr, /newer versions are only published there/);
    assert.match(
      (await run('install', `${NAME}@^1`)).stderr,
      /no version that matches '\^1'; a version of the old name/,
    );
    assert.equal(await lockedVersion(), '1.1.0');
    assert.match((await run('info', NAME)).stdout, /^@acme\/design 2\.1\.0\n/);
  });

  test('to a version with the same number has other bytes, which is no mistake', async () => {
    await registry.author.mustPublish({ name: '@acme/third', version: '1.1.0' });
    await run('install', NAME);
    await author('PUT', 'move', { to: '@acme/third' });
    const { stdout } = await run('install', NAME);
    assert.match(stdout, /~ @acme\/web-style +1\.1\.0 → 1\.1\.0 \(@acme\/third\)/);
    await run('verify');
  });
});

describe('a removed version', () => {
  test('is refused by its number, and from a lock file unless the bytes are on this machine', async () => {
    await run('install', `${NAME}@^1`);
    await remove('1.1.0');
    await forgetTree();
    await run('install', '--frozen');
    await Promise.all([forget(), forgetTree()]);
    const stderr = await refused('install');
    assert.match(
      stderr,
      /^error: @acme\/web-style 1\.1\.0 was removed for good\. .*secret.*A key.* Take 1\.0\.0 instead\.\n/,
    );
    assert.match(await refused('install', `${NAME}@1.1.0`), /was removed for good/);
    const { stdout } = await run('outdated');
    assert.match(stdout, /1\.1\.0 removed/);
    assert.match(stdout, /was removed \(secret\): A key\n/);
    await run('install', '--update');
    assert.equal(await lockedVersion(), '1.0.0');
  });

  test('is not looked for in the next registry', async () => {
    const stranger = await startRegistry();
    try {
      await stranger.author.mustPublish({ version: '1.1.0' });
      await remove('1.1.0');
      const environment = { PRIME_REGISTRY: `${registry.baseUrl} ${stranger.baseUrl}` };
      const { code, stdout } = await user.prime(['install', `${NAME}@1.1.0`, '--json'], { environment });
      assert.deepEqual([code, JSON.parse(stdout).error.code], [1, 'version_removed']);
    } finally {
      await stranger.stop();
    }
  });
});
