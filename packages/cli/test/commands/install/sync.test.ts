// `prime sync`: the SKILL.md files of a project share one tree.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import {
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { readFiles } from '../../project-files.ts';

describe('prime sync', () => {
  let registry: TestRegistry;
  let user: PrimeUser;
  before(async () => {
    registry = await startRegistry();
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '2.0.0'])
      await registry.admin.mustPublish({ name: '@acme/core', version });
    for (const name of ['@acme/css', '@acme/naming']) await registry.admin.mustPublish({ name });
  });
  after(() => registry.stop());
  beforeEach(async () => {
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
  });
  afterEach(() => user.remove());

  async function skill(path: string, ...primes: string[]): Promise<void> {
    const file = join(user.project, path, 'SKILL.md');
    await mkdir(dirname(file), { recursive: true });
    const list = primes.map((prime) => `  - "${prime}"\n`).join('');
    await writeFile(file, `---\nname: x\nprimes:\n${list}---\nText.\n`);
  }
  const lock = (path = ''): Promise<string> =>
    readFile(join(user.project, path, '.primes/lock.yaml'), 'utf8');
  async function sync(...args: string[]) {
    const { code, stdout, stderr } = await user.prime(['sync', '--json', ...args]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  }

  test('installs what all of them require into one tree, and later installs keep to it', async () => {
    await skill('', '@acme/core@^1');
    await skill('.claude/skills/a', '@acme/core@~1.1', '@acme/css');
    await skill('.claude/skills/b', '@acme/core', '@acme/naming@^1');
    for (const skipped of ['node_modules/x', '.git/x', '.primes/x', 'notes'])
      await skill(skipped, '@acme/nowhere');
    await writeFile(join(user.project, 'notes/SKILL.md'), 'No frontmatter.\n');
    await symlink(join(user.project, 'node_modules'), join(user.project, 'linked'));
    const { projects } = await sync();
    assert.deepEqual(
      projects.map(({ project, skills, installed }: Record<string, unknown>) => [project, skills, installed]),
      [['.', ['.claude/skills/a/SKILL.md', '.claude/skills/b/SKILL.md', 'SKILL.md', 'notes/SKILL.md'], 3]],
    );
    const text = await lock();
    assert.match(text, /"@acme\/core":\n {4}version: 1\.1\.0\n {4}range: ~1\.1\n/);
    assert.match(text, /required_by: "\.claude\/skills\/b\/SKILL\.md"/);
    for (const args of [
      ['install'],
      ['install', '--frozen'],
      ['update'],
      ['sync', '--frozen', '--offline'],
    ]) {
      const { code, stderr } = await user.prime(args);
      assert.deepEqual([code, stderr], [0, ''], `${args}`);
      assert.equal(await lock(), text, `${args}`);
    }
    const removed = await user.prime(['remove', '@acme/css']);
    assert.match(removed.stderr, /\.claude\/skills\/a\/SKILL\.md requires @acme\/css: remove it there/);
    // What no file requires any more goes.
    await skill('.claude/skills/a', '@acme/core@~1.1');
    assert.match(
      (await user.prime(['sync', '--frozen'])).stderr,
      /no longer in \.claude\/skills\/a\/SKILL\.md/,
    );
    assert.match((await user.prime(['install'])).stdout, /^- @acme\/css/);
  });

  test('names the files of a contradiction, and changes nothing', async () => {
    await skill('a', '@acme/core@^1');
    await skill('b', '@acme/core@^2');
    const { code, stderr } = await user.prime(['sync']);
    assert.equal(code, 2);
    assert.match(stderr, /a\/SKILL\.md requires \^1, b\/SKILL\.md requires \^2; change one of them/);
    assert.equal(existsSync(join(user.project, '.primes')), false);
  });

  test('gives a folder below with a lock file a tree of its own', async () => {
    await skill('own', '@acme/core@1.0.0');
    await user.prime(['install'], { folder: join(user.project, 'own') });
    await skill('own/deep', '@acme/css');
    await skill('other', '@acme/core@^2');
    const { projects } = await sync();
    assert.deepEqual(
      projects.map(({ project, skills }: Record<string, unknown>) => [project, skills]),
      [
        ['.', ['other/SKILL.md']],
        ['own', ['SKILL.md', 'deep/SKILL.md']],
      ],
    );
    assert.match(await lock(), /version: 2\.0\.0/);
    assert.match(await lock('own'), /version: 1\.0\.0.*@acme\/css/s);
    const inside = await user.prime(['sync'], { folder: join(user.project, 'other') });
    assert.match(inside.stderr, /is part of a project.*add '-C \.\.'/s);
  });

  test('shows with --dry-run what would change, and changes nothing', async () => {
    await skill('a', '@acme/core@^1');
    const { projects, dry_run } = await sync('--dry-run');
    assert.deepEqual(
      [dry_run, projects[0].changes.length, projects[0].changes[0].version],
      [true, 1, '1.2.0'],
    );
    assert.deepEqual(Object.keys(await readFiles(user.project)), ['a/SKILL.md']);
    const { stdout } = await user.prime(['sync', '--dry-run']);
    assert.match(
      stdout,
      /^\. \(1 SKILL\.md\)\n\+ @acme\/core {2}1\.2\.0.*\n\nNothing was changed: --dry-run\.\n$/s,
    );
  });

  test('says that a folder is not there, also in a project', async () => {
    await skill('', '@acme/css');
    await sync();
    const { code, stderr } = await user.prime(['sync', 'nowhere']);
    assert.deepEqual([code, stderr], [2, `error: there is no folder ${join(user.project, 'nowhere')}\n`]);
  });

  test('without a SKILL.md, or with one that requires nothing, says so', async () => {
    assert.match((await user.prime(['sync'])).stderr, /there is no SKILL\.md in .* or below it/);
    await skill('a');
    assert.equal((await user.prime(['sync'])).stdout, 'No SKILL.md requires a Prime.\n');
    assert.equal(existsSync(join(user.project, '.primes')), false);
  });

  test('takes nothing as a requirement that a publisher wrote into an exported skill', async () => {
    await registry.admin.mustPublish({
      name: '@acme/own-skill',
      files: {
        'pack.yaml': manifestText({ name: '@acme/own-skill' }),
        'SKILL.md': '---\nname: own\ndescription: Mine\nprimes:\n  - "@acme/naming"\n---\n',
        'deep/SKILL.md': '---\nname: deep\nprimes:\n  - "@acme/css"\n---\n',
      },
    });
    await skill('a', '@acme/own-skill');
    await sync();
    const exported = await user.prime(['export-skill', '--agent', 'codex', '--agent', 'claude-code']);
    assert.equal(exported.code, 0, exported.stderr);
    // As a checkout may have it, below the folder of a skill.
    const inside = join(user.project, '.agents/skills/own/deep/.primes');
    await mkdir(inside);
    await writeFile(join(inside, 'lock.yaml'), await lock());
    const { projects } = await sync();
    assert.deepEqual(
      projects.map(({ project, skills }: Record<string, unknown>) => [project, skills]),
      [['.', ['a/SKILL.md']]],
    );
    assert.doesNotMatch(await lock(), /naming|css/);
    const installed = await user.prime(['install']);
    assert.deepEqual([installed.code, installed.stderr], [0, '']);
    // A record that cannot be read is not an empty one.
    await writeFile(join(user.project, '.primes/skills.json'), '{');
    assert.match((await user.prime(['sync'])).stderr, /skills\.json is not valid JSON/);
  });

  test('adds to the SKILL.md of the project, within what the others allow', async () => {
    await skill('', '@acme/naming');
    await skill('a', '@acme/core@~1.1');
    await sync();
    const { code, stderr } = await user.prime(['add', '@acme/core@^1']);
    assert.equal(code, 0, stderr);
    assert.match(await readFile(join(user.project, 'SKILL.md'), 'utf8'), /@acme\/core@\^1/);
    assert.match(await lock(), /"@acme\/core":\n {4}version: 1\.1\.0\n {4}range: ~1\.1\n/);
    assert.equal((await user.prime(['add', '@acme/core@^2'])).code, 2);
    assert.doesNotMatch(await readFile(join(user.project, 'SKILL.md'), 'utf8'), /\^2/);
  });
});
