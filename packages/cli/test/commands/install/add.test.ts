// Adding Primes to SKILL.md, updating them within their ranges, and the exit code of outdated.
import assert from 'node:assert/strict';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { listFiles } from '../../project-files.ts';

let registry: TestRegistry;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  for (const version of ['1.0.0', '1.1.0', '2.0.0', '2.1.0-beta.1'])
    await registry.author.mustPublish({ name: '@acme/web-style', version });
  for (const version of ['1.0.0', '1.2.0'])
    await registry.author.mustPublish({ name: '@acme/naming', version });
});
after(() => registry.stop());
beforeEach(async () => {
  user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
});
afterEach(() => user.remove());

const skillPath = () => join(user.project, 'SKILL.md');
const skill = () => readFile(skillPath(), 'utf8');
const writeSkill = (text: string) => writeFile(skillPath(), text);
const lockText = () => readFile(join(user.project, '.primes/lock.yaml'), 'utf8');

async function prime(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await user.prime(args);
  assert.equal(code, 0, `${stdout}${stderr}`);
  return stdout;
}

async function fails(code: number, ...args: string[]): Promise<string> {
  const result = await user.prime(args);
  assert.equal(result.code, code, result.stderr);
  return result.stderr;
}

describe('prime add, and prime install --save', () => {
  it('adds the Prime to SKILL.md with the range of its latest version, and locks it with that', async () => {
    await writeSkill('---\nname: my-skill\n---\n# My skill\n');
    await prime('add', '@acme/web-style');
    assert.equal(
      await skill(),
      '---\nname: my-skill\nprimes:\n  - "@acme/web-style@^2.0.0"\n---\n# My skill\n',
    );
    assert.match(
      await lockText(),
      /version: 2\.0\.0\n {4}range: \^2\.0\.0\n(?:.*\n){3} {4}required_by: SKILL\.md\n/,
    );
    const before = await lockText();
    await prime('install', '--save', '@acme/naming@~1.0');
    assert.match(await skill(), /\n {2}- "@acme\/web-style@\^2\.0\.0"\n {2}- "@acme\/naming@~1\.0"\n---\n/);
    assert.ok((await lockText()).includes(before.slice(before.indexOf('  "@acme/web-style"'))));
    await prime('install', '--frozen');
  });

  it('keeps the range of a listed Prime, unless another one is given', async () => {
    await writeSkill('---\nprimes:\n  - pack: "@acme/web-style" # why\n    version: ^1.0\n---\n');
    await prime('add', '@acme/web-style');
    assert.match(await skill(), /version: \^1\.0\n/);
    assert.match(await lockText(), /version: 1\.1\.0\n {4}range: \^1\.0\n/);
    await prime('add', '@acme/web-style@^2.0');
    assert.equal(
      await skill(),
      '---\nprimes:\n  - pack: "@acme/web-style" # why\n    version: "^2.0"\n---\n',
    );
    assert.match(await lockText(), /version: 2\.0\.0\n {4}range: \^2\.0\n/);
  });

  it('changes nothing else, in any form of the list', async () => {
    const entry = '"@acme/naming@^1.2.0"';
    for (const [before, after] of [
      ['primes: []\n', `primes: [${entry}]\n`],
      ['primes: ["@acme/web-style"] # all\nx: 1\n', `primes: ["@acme/web-style", ${entry}] # all\nx: 1\n`],
      ['primes: [\n  "@acme/web-style",\n]\n', `primes: [\n  "@acme/web-style", ${entry}\n]\n`],
      ['primes:\nx: 1\n', `primes:\n  - ${entry}\nx: 1\n`],
      ['primes: ~\nx: 1\n', `primes:\n  - ${entry}\nx: 1\n`],
      [
        'primes:\n- "@acme/web-style" # one\n\n# two\nx: 1\n',
        `primes:\n- "@acme/web-style" # one\n- ${entry}\n\n# two\nx: 1\n`,
      ],
      ['primes:\r\n    - "@acme/web-style"\r\n', `primes:\r\n    - "@acme/web-style"\r\n    - ${entry}\r\n`],
      [
        'primes:\n  - pack: "@acme/web-style"\n    version: ^1.0\n',
        `primes:\n  - pack: "@acme/web-style"\n    version: ^1.0\n  - ${entry}\n`,
      ],
      ['', `primes:\n  - ${entry}\n`],
    ] as const) {
      const break_ = before.includes('\r') ? '\r\n' : '\n';
      await writeSkill(`---${break_}${before}---${break_}Text --- primes: []`);
      await prime('add', '@acme/naming');
      assert.equal(await skill(), `---${break_}${after}---${break_}Text --- primes: []`, before);
    }
  });

  it('changes nothing at all if a person must do it, if the install fails, or without a SKILL.md', async () => {
    assert.match(
      await fails(2, 'add', '@acme/naming'),
      /no SKILL\.md with a frontmatter here to add @acme\/naming to\nhelp: 'prime install @acme\/naming'/,
    );
    await writeSkill('---\n{name: x}\n---\n');
    assert.match(
      await fails(1, 'add', '@acme/naming'),
      /SKILL\.md cannot be changed by prime\. Nothing was changed\nhelp: add @acme\/naming@\^1\.2\.0 to its list/,
    );
    const text = '---\nprimes: []\n---\n';
    await writeSkill(text);
    await fails(1, 'add', '@acme/unknown');
    await fails(1, 'add', '@acme/naming@^9');
    assert.match(await fails(3, 'install', '--save'), /--save needs the names/);
    assert.match(await fails(3, 'install', '--save', '--follow', '@acme/naming'), /both change SKILL\.md/);
    assert.equal(await skill(), text);
    assert.deepEqual(await listFiles(user.project), ['SKILL.md']);
  });

  it('keeps the mode of SKILL.md, and writes through no symbolic link', {
    skip: process.platform === 'win32',
  }, async () => {
    await writeSkill('---\nname: x\n---\n');
    await chmod(skillPath(), 0o600);
    await prime('add', '@acme/naming');
    assert.equal((await stat(skillPath())).mode & 0o777, 0o600);
  });
});

describe('prime update', () => {
  it('takes the newest versions within the ranges, of all or of the named Primes', async () => {
    await prime('install', '@acme/web-style@1.0.0', '@acme/naming@1.0.0');
    await writeSkill('---\nprimes: ["@acme/web-style@^1.0", "@acme/naming@^1.0"]\n---\n');
    await prime('install');
    assert.match(
      await prime('update', '@acme/naming'),
      /^~ @acme\/naming {2}1\.0\.0 → 1\.2\.0.*\n2 Primes: 1 updated\.\n$/,
    );
    assert.match(
      await prime('update'),
      /^~ @acme\/web-style {2}1\.0\.0 → 1\.1\.0.*\n2 Primes: 1 updated\.\n$/,
    );
    assert.match(await prime('update'), /nothing to do/);
  });

  it('keeps the range of a Prime that was installed by name, and takes no other one', async () => {
    await prime('install', '@acme/web-style@1.0.0');
    assert.match(await prime('update', '@acme/web-style'), /nothing to do/);
    assert.match(await fails(3, 'update', '@acme/web-style@^2'), /run 'prime install @acme\/web-style@\^2'/);
    assert.match(await fails(3, 'update', '@acme/naming'), /'@acme\/naming' is not installed/);
    assert.match(await fails(3, 'update', 'x'), /does not begin with '@'/);
  });
});

describe('prime outdated', () => {
  it('has the newest version within the range beside the newest of all, and an exit code on request', async () => {
    await writeSkill('---\nprimes: ["@acme/web-style@1.0.0", "@acme/naming@^1.0.0"]\n---\n');
    await prime('install');
    assert.match(await prime('outdated'), /\n@acme\/web-style {2}1\.0\.0 +1\.0\.0 +2\.0\.0 +http/);
    assert.equal((await user.prime(['outdated', '--exit-code'])).code, 1);
    assert.equal((await user.prime(['outdated', '--exit-code', '--json'])).code, 1);
    assert.equal((await user.prime(['outdated', '--exit-code', '@acme/naming'])).code, 0);
    await writeSkill('---\nprimes: ["@acme/web-style@^1.0.0"]\n---\n');
    assert.match(
      await prime('outdated', '@acme/web-style'),
      /\n@acme\/web-style {2}1\.0\.0 +1\.1\.0 +2\.0\.0 +http/,
    );
  });
});
