// Atoms on the command line: lists, texts, diffs, and problems when a Prime is packed or published.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  type AtomSource,
  atomFiles,
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { writeFiles } from '../../pack/prime-folder.ts';

const NAME = '@acme/web-style';

const ALPHA: AtomSource = {
  id: '@acme/rule-alpha',
  description: 'Say what changed',
  tags: ['css'],
  notes: 'Only in full.',
};
const BETA: AtomSource = {
  id: '@acme/rule-beta',
  description: 'Another one',
  edges: { requires: ['@acme/rule-alpha', '@other/nowhere'] },
};
const GAMMA: AtomSource = { id: '@acme/fact-gamma', kind: 'fact', description: 'A fact' };

let registry: TestRegistry;
let plain: TestRegistry;
let user: PrimeUser;
before(async () => {
  [plain, registry] = await Promise.all([startRegistry(), startRegistry()]);
  user = await createPrimeUser({
    PRIME_REGISTRY: `${registry.baseUrl} ${plain.baseUrl}`,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
  await registry.author.mustPublish({ version: '1.0.0', files: atomFiles(ALPHA, BETA) });
  await registry.author.mustPublish({ version: '1.1.0', files: atomFiles(ALPHA, BETA, GAMMA) });
});
after(() => Promise.all([plain.stop(), registry.stop(), user.remove()]));

describe('prime atoms', () => {
  test('lists the atoms of the latest version, with their kinds', async () => {
    const { code, stdout, stderr } = await user.prime(['atoms', NAME]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(stdout.trimEnd().split('\n'), [
      `${NAME} 1.1.0: 3 atoms (1 fact, 2 rule)`,
      '  fact  @acme/fact-gamma  A fact',
      '  rule  @acme/rule-alpha  Say what changed',
      '  rule  @acme/rule-beta   Another one',
    ]);
  });

  test('lists the atoms of a version, of a kind, or with some words', async () => {
    const { stdout } = await user.prime(['atoms', `${NAME}@1.0.0`, '--json']);
    const { total, atoms, registry: place } = JSON.parse(stdout);
    assert.deepEqual([total, atoms.length, place], [2, 2, registry.baseUrl]);
    assert.match((await user.prime(['atoms', NAME, '--kind', 'fact'])).stdout, /gamma(?!.*alpha)/s);
    assert.match((await user.prime(['atoms', NAME, 'say', 'css'])).stdout, /alpha(?!.*beta)/s);
    assert.match((await user.prime(['atoms', NAME, 'nothing'])).stdout, /None of them matches\./);
    const page = await user.prime(['atoms', NAME, '--limit', '1', '--offset', '1']);
    assert.match(page.stdout, /1 of 3 atoms shown; '--offset 2' shows more\./);
  });

  test('a wrong option is a usage error', async () => {
    const { code, stderr } = await user.prime(['atoms', NAME, '--limit', '0']);
    assert.deepEqual(
      [code, /--limit: '0' is not a whole number from 1 to 1000/.test(stderr)],
      [3, true],
      stderr,
    );
  });
});

describe('prime atom', () => {
  test('prints the text and the edges', async () => {
    const { code, stdout, stderr } = await user.prime(['atom', '@acme/rule-alpha']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^# RuleAlpha \[rule\] v1\.0\.0\n.*Only in full\.\n/s);
    assert.match(stdout, new RegExp(`\n${NAME} 1\\.1\\.0 in ${registry.baseUrl}\n$`));
    const beta = await user.prime(['atom', '@acme/rule-beta', '--text', 'summary', '--in', `${NAME}@1.0.0`]);
    assert.match(
      beta.stdout,
      /requires @acme\/rule-alpha\n {2}requires @other\/nowhere \(not in this registry\)\n/,
    );
    assert.match(beta.stdout, new RegExp(`${NAME} 1\\.0\\.0 in`));
  });

  test('tries the registries in order, and says if none has the atom', async () => {
    const environment = { PRIME_REGISTRY: `${plain.baseUrl} ${registry.baseUrl}` };
    const { code, stdout } = await user.prime(['atom', '@acme/rule-alpha', '--json'], { environment });
    assert.deepEqual([code, JSON.parse(stdout).registry], [0, registry.baseUrl]);
    const absent = await user.prime(['atom', '@acme/nothing']);
    assert.deepEqual([absent.code, /no registry has the atom/.test(absent.stderr)], [1, true]);
    assert.equal((await user.prime(['atom', 'rule-alpha'])).code, 3);
    assert.equal((await user.prime(['atom', '@acme/rule-alpha', '--text', 'long'])).code, 3);
  });
});

describe('prime diff', () => {
  test('compares two published versions', async () => {
    const { code, stdout, stderr } = await user.prime(['diff', NAME, '1.1.0...1.0.0']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /\n {2}- fact @acme\/fact-gamma\n/);
    assert.match(stdout, /1\.0\.0 is not higher than 1\.1\.0/);
    const json = JSON.parse((await user.prime(['diff', NAME, '1.0.0...1.1.0', '--json'])).stdout);
    assert.deepEqual([json.rule.required, json.counts.added], ['minor', 1]);
    for (const range of ['1.0.0', '1.0.0..1.1.0', '1.0.0...x']) {
      assert.equal((await user.prime(['diff', NAME, range])).code, 3, range);
    }
  });

  test('compares a folder with the version before, and a publish reports the same', async () => {
    await writeFiles(user.project, {
      'pack.yaml': manifestText({ version: '1.1.1' }),
      'README.md': '# Web style\n',
      ...atomFiles({ ...ALPHA, description: 'Say what was changed' }, GAMMA),
    });
    const { code, stdout } = await user.prime(['diff']);
    assert.equal(code, 0);
    const expected = [
      `${NAME} 1.1.0...1.1.1`,
      '  - rule @acme/rule-beta',
      '  ~ rule @acme/rule-alpha: description',
      '  - @acme/rule-beta requires @acme/rule-alpha',
      '  - @acme/rule-beta requires @other/nowhere',
      "  - every edge 'requires'",
    ];
    assert.deepEqual(stdout.split('\n').slice(0, expected.length), expected);
    assert.match(stdout, /too small a step .*; use 2\.0\.0 or later/);

    const published = await user.prime(['publish', '--allow-small-step']);
    assert.equal(published.code, 0, published.stderr);
    assert.match(
      published.stderr,
      /^warning: 1\.1\.0 to 1\.1\.1 is too small a step .*\n {2}the atom @acme\/rule-beta was removed\n/m,
    );
  });

  test('of a first version fails', async () => {
    await writeFile(join(user.project, 'pack.yaml'), manifestText({ name: '@acme/first' }));
    const { code, stderr } = await user.prime(['diff']);
    assert.deepEqual(
      [code, /has no version of @acme\/first up to 1\.0\.0 to compare/.test(stderr)],
      [1, true],
      stderr,
    );
  });
});

test('problems of atoms are reported with file and line, before anything is sent', async () => {
  await using author = await createPrimeUser();
  await writeFiles(author.project, {
    'pack.yaml': manifestText({ name: '@acme/broken' }),
    'README.md': '# Broken\n',
    'primes/a.prime': 'rule A {\n  id: "@acme/a"\n  description: ""\n',
  });
  for (const command of ['pack', 'publish']) {
    const { code, stderr } = await author.prime([command, '--dry-run']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^warning: primes\/a\.prime:\d+:\d+: \S/m, command);
  }
});
