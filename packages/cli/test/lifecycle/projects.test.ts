// What a project sees when a version that it uses is yanked, deprecated, removed or moved: the rows of the table in
// docs/lifecycle.md.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { change } from './changing.ts';
import { NAME, NEW, TestProject } from './project.ts';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.start();
});
afterEach(() => project.stop());

describe('a yanked version', () => {
  test('is not chosen; by its number it is refused, with the reason and what to take instead', async () => {
    await project.registry.author.yank(NAME, '1.0.0', { reason: 'breaks links' });
    const stderr = await project.refused('install', `${NAME}@1.0.0`);
    assert.match(stderr, /with the reason 'breaks links'\. Take 1\.1\.0 instead\.\n/);
    await project.run('install', `${NAME}@~1.0 || ~1.1`);
    assert.equal(await project.lockedVersion(), '1.1.0');
  });

  test('that is locked is installed, with the reason, what to take instead, and its successor', async () => {
    await project.run('install', `${NAME}@>=1.0.0 <2`);
    await project.change('PUT', 'deprecation', {
      range: '1.1.0',
      message: 'Wrong',
      successor: { name: NEW, range: '^2' },
    });
    await project.registry.author.yank(NAME, '1.1.0', { reason: 'breaks links' });
    await project.deleteTree({ cache: true });
    const { stderr } = await project.run('install');
    assert.match(
      stderr,
      /warning: @acme\/web-style 1\.1\.0 was yanked .*'breaks links'.* Take 1\.0\.0 instead, or its successor @acme\/design@\^2\.\n/,
    );
    const { stdout } = await project.run('outdated');
    assert.match(stdout, /1\.1\.0 yanked deprecated/);
    assert.match(stdout, /is yanked: breaks links\n/);
    await project.change('DELETE', '1.1.0/yank');
    await project.change('DELETE', 'deprecation?range=1.1.0');
    assert.equal((await project.run('outdated')).stdout, '1 Prime, all up to date.\n');
  });
});

describe('a deprecated version', () => {
  test('is installed with one warning after the result; with --json it is a field', async () => {
    await project.run('install', NAME);
    const { status } = await project.registry.author.request(`/-/primes/${NAME}/deprecation`, {
      method: 'PUT',
      body: JSON.stringify({ range: '<2', message: 'Wrong rules', successor: { name: NEW, range: '^2' } }),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(status, 200);
    const { stderr } = await project.run('install', NAME);
    assert.equal(stderr, `warning: ${NAME} 1.1.0 is deprecated: Wrong rules. Use ${NEW}@^2 instead.\n`);
    const json = await project.run('install', `${NAME}@1.0.0`, '--json');
    assert.equal(json.stderr, '');
    assert.deepEqual(JSON.parse(json.stdout).notices, [
      {
        ...{ name: NAME, version: '1.0.0', kind: 'deprecated', message: 'Wrong rules' },
        successor: { name: NEW, range: '^2' },
      },
    ]);
    const { primes } = JSON.parse((await project.run('outdated', '--json')).stdout);
    assert.deepEqual(primes[0].deprecated, { message: 'Wrong rules', successor: { name: NEW, range: '^2' } });
    assert.match(
      (await project.run('info', NAME)).stdout,
      /\n {2}deprecated +Wrong rules \(use @acme\/design@\^2\)\n/,
    );
    assert.match(
      (await project.run('versions', NAME)).stdout,
      /1\.0\.0 .* deprecated\nDeprecated, <2: Wrong rules \(use/,
    );
    assert.match(
      (await project.run('search', 'web', 'style', '--remote', project.registry.baseUrl)).stdout,
      /@acme\/web-style +1\.1\.0 +\(deprecated\) /,
    );
    // What is installed is 1.0.0, and comes first.
    assert.match((await project.run('search', 'web', 'style')).stdout, /web-style +1\.0\.0 +installed/);
  });

  test('is replaced by its successor with --follow, in SKILL.md and lock.yaml, and nothing else changes', async () => {
    const skill = (first: string) =>
      `---\r\nname: x # a comment\r\nprimes:\r\n  - ${first} # the style\r\n  - pack: '@acme/other'\r\n    version: 1.x\r\n---\r\n# Text\r\n`;
    await project.registry.author.mustPublish({ name: '@acme/other' });
    await project.writeSkill(skill(`"${NAME}@^1.0"`));
    await project.run('install');
    await project.change('PUT', 'deprecation', { message: 'Old', successor: { name: NEW, range: '^2' } });
    assert.match((await project.run('install', '--update')).stderr, /is deprecated: Old\./);
    assert.equal(
      await readFile(join(project.user.project, 'SKILL.md'), 'utf8'),
      skill(`"${NAME}@^1.0"`),
      'not without the flag',
    );
    const { stdout } = await project.run('install', '--follow');
    assert.match(stdout, /^@acme\/web-style@\^1\.0 → @acme\/design@\^2 \(SKILL\.md\)\n/);
    assert.match(stdout, /\+ @acme\/design +2\.1\.0.*\n- @acme\/web-style +1\.1\.0/);
    assert.equal(await readFile(join(project.user.project, 'SKILL.md'), 'utf8'), skill(`"${NEW}@^2"`));
    await project.run('install', '--frozen');
    assert.doesNotMatch(await project.lockText(), /web-style/);
  });

  test('that SKILL.md requires with pack and version is replaced, and with --update if the newest is deprecated', async () => {
    const skill = (pack: string, version: string) =>
      `---\nprimes:\n  - pack: ${pack}\n    version: ${version}\n---\n`;
    await project.writeSkill(skill(`"${NAME}"`, '1.0.x'));
    await project.run('install');
    await project.change('PUT', 'deprecation', {
      range: '1.1.0',
      message: 'Old',
      successor: { name: NEW, range: '^2' },
    });
    await project.writeSkill(skill(`"${NAME}"`, '1.x'));
    await project.run('install', '--follow');
    assert.match(await project.lockText(), /web-style/, 'the locked version is not deprecated');
    await project.run('install', '--follow', '--update');
    const text = await readFile(join(project.user.project, 'SKILL.md'), 'utf8');
    assert.equal(text, skill(`"${NEW}"`, '"^2"'));
    assert.doesNotMatch(await project.lockText(), /web-style/);
  });

  test('in a circle of successors is replaced once in each run', async () => {
    const deprecate = (name: string, successor: string) =>
      change(project.registry.author, 'PUT', name, 'deprecation', {
        message: 'x',
        successor: { name: successor },
      });
    await project.run('install', NAME);
    await deprecate(NAME, NEW);
    await deprecate(NEW, NAME);
    const follow = async () => (await project.run('install', '--follow')).stdout.split('\n', 1)[0];
    assert.equal(await follow(), '@acme/web-style@latest → @acme/design@latest');
    assert.equal(await follow(), '@acme/design@latest → @acme/web-style@latest');
  });

  test('that was installed by name is replaced by outdated --fix', async () => {
    await project.run('install', `${NAME}@^1.0`, NEW);
    await project.change('PUT', 'deprecation', { message: 'Old', successor: { name: NEW } });
    const { stdout } = await project.run('outdated', '--fix');
    assert.match(stdout, /\nChanged:\n {2}@acme\/web-style@\^1\.0 → @acme\/design@latest\n$/);
    assert.doesNotMatch(await project.lockText(), /web-style/);
    assert.equal((await project.run('outdated')).stdout, '1 Prime, all up to date.\n');
  });

  test('has no successor from another registry than its deprecation says, and nothing changes', async () => {
    await project.writeSkill(`---\nprimes: ["${NAME}"]\n---\n`);
    await project.run('install');
    const before = await project.lockText();
    await project.change('PUT', 'deprecation', {
      message: 'x',
      successor: { name: NEW, registry: 'https://b.example' },
    });
    const stderr = await project.refused('install', '--follow');
    assert.match(stderr, /in favour of @acme\/design from https:\/\/b\.example, but here .* would come from/);
    assert.match(stderr, /help: if you trust that registry: 'prime config set @acme https:\/\/b\.example'/);
    assert.equal(await project.lockText(), before);
    assert.equal(
      await readFile(join(project.user.project, 'SKILL.md'), 'utf8'),
      `---\nprimes: ["${NAME}"]\n---\n`,
    );
  });

  test('whose successor is required already is left to a person', async () => {
    await project.writeSkill(`---\nprimes: ["${NAME}", "${NEW}@^2"]\n---\n`);
    await project.run('install');
    await project.change('PUT', 'deprecation', { message: 'x', successor: { name: NEW } });
    assert.match(
      await project.refused('install', '--follow'),
      /requires @acme\/design already, the successor of/,
    );
  });
});
