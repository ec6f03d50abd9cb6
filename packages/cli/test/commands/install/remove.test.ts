// Removing Primes that SKILL.md requires.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';

const NAMES = ['@acme/naming', '@acme/style', '@acme/web'];

let registry: TestRegistry;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  for (const name of NAMES) await registry.author.mustPublish({ name });
});
after(() => registry.stop());
beforeEach(async () => {
  user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
});
afterEach(() => user.remove());

const skillPath = () => join(user.project, 'SKILL.md');
const skill = () => readFile(skillPath(), 'utf8');
const locked = async () => {
  const text = await readFile(join(user.project, '.primes/lock.yaml'), 'utf8');
  return NAMES.filter((name) => text.includes(name));
};

async function prime(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await user.prime(args);
  assert.equal(code, 0, `${stdout}${stderr}`);
  return stdout;
}

describe('prime remove --save', () => {
  it('undoes prime add', async () => {
    await writeFile(skillPath(), '---\nname: my-skill\nprimes:\n  - "@acme/web" # why\n---\n# My skill\n');
    await prime('install');
    const before = await skill();
    await prime('add', '@acme/style');
    assert.match(await prime('remove', '--save', '@acme/style'), /^- @acme\/style 1\.0\.0$/m);
    assert.equal(await skill(), before);
    assert.deepEqual(await locked(), ['@acme/web']);
    await prime('install', '--frozen');
  });

  it('changes nothing else, in any form of the list', async () => {
    const [naming, style, web] = NAMES.map((name) => `"${name}"`);
    for (const [list, rest] of [
      [`primes: [${naming}, ${style}, ${web}] # all\n`, `primes: [${naming}] # all\n`],
      [`primes: [${style}, ${naming}, ${web}]\n`, `primes: [${naming}]\n`],
      [`primes: [${style}, ${web}]\n`, 'primes: []\n'],
      [`primes:\r\n- ${style}\r\n- ${naming}\r\n- ${web}\r\nx: 1\r\n`, `primes:\r\n- ${naming}\r\nx: 1\r\n`],
      [
        `primes:\n  # first\n  - pack: ${style} # a\n    version: ^1.0 # b\n  - ${naming}\n  - ${web}`,
        `primes:\n  # first\n  - ${naming}\n`,
      ],
      [`primes:\n  - ${style}\n  - ${web}\nx: 1\n`, 'primes:\nx: 1\n'],
    ] as const) {
      await writeFile(skillPath(), `---\n${list}${list.endsWith('\n') ? '' : '\n'}---\nBody\n`);
      await prime('install');
      await prime('remove', '--save', '@acme/style', '@acme/web');
      assert.equal(await skill(), `---\n${rest}---\nBody\n`);
      assert.doesNotMatch((await locked()).join(), /style|web/);
    }
  });

  it('leaves a list in an unusual form to a person, and then removes nothing', async () => {
    const text = '---\nprimes:\n  -\n    "@acme/style"\n  - "@acme/web"\n---\n';
    await writeFile(skillPath(), text);
    await prime('install');
    const { code, stderr } = await user.prime(['remove', '--save', '@acme/style']);
    assert.equal(code, 1);
    assert.match(stderr, /SKILL\.md cannot be changed by prime\. Nothing was changed/);
    assert.equal(await skill(), text);
    assert.deepEqual(await locked(), ['@acme/style', '@acme/web']);
  });
});

describe('prime remove', () => {
  it('refuses what SKILL.md requires, and names the option', async () => {
    await writeFile(skillPath(), '---\nprimes:\n  - "@acme/style"\n---\n');
    await prime('install');
    const { code, stderr } = await user.prime(['remove', '@acme/style']);
    assert.equal(code, 2);
    assert.match(stderr, /SKILL\.md requires @acme\/style: remove it there, then run 'prime install'/);
    assert.match(stderr, /help: 'prime remove --save @acme\/style' removes it from both/);
    assert.deepEqual(await locked(), ['@acme/style']);
  });
});
