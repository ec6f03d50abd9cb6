// `prime publish --dry-run --format markdown`: the comment on a pull request.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  type AtomSource,
  atomFiles,
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { writeFiles } from '../pack/prime-folder.ts';

let registry: TestRegistry;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
});
after(() => Promise.all([registry.stop(), user.remove()]));
beforeEach(() => rm(join(user.project, 'primes'), { recursive: true, force: true }));

const token = () => ({ PRIME_REGISTRY_TOKEN: registry.author.token ?? '' });

async function write(
  short: string,
  version: string,
  atoms: readonly AtomSource[],
  { extra = '', readme = `# ${short}\n` }: { extra?: string; readme?: string } = {},
): Promise<void> {
  const folder = join(user.project, 'primes', short);
  await rm(folder, { recursive: true, force: true });
  await writeFiles(folder, {
    'pack.yaml': manifestText({ name: `@acme/${short}`, version, extra }),
    'README.md': readme,
    ...atomFiles(...atoms),
  });
}

const atom = (short: string, description = `Says ${short}`): AtomSource => ({
  id: `@acme/${short}`,
  description,
});

async function publish(short: string): Promise<void> {
  const { code, stderr } = await user.prime(['publish', `primes/${short}`], { environment: token() });
  assert.equal(code, 0, stderr);
}

const review = (path: string, ...args: readonly string[]) =>
  user.prime(['publish', '--dry-run', '--format', 'markdown', path, ...args]);

describe('the review of one Prime', () => {
  it('says what would change, and which step that needs, without a token', async () => {
    await write('full', '1.0.0', [atom('rule-kept'), atom('rule-edited')]);
    await publish('full');
    const edges = { related: ['@acme/rule-kept'] };
    await write(
      'full',
      '1.1.0',
      [atom('rule-kept'), { ...atom('rule-edited', 'Better'), edges }, atom('rule-new')],
      {
        extra: 'requires:\n  "@acme/base": ^1\n',
      },
    );
    const { code, stdout, stderr } = await review('primes/full');
    assert.equal(code, 0, stderr);
    assert.equal(
      stdout.replaceAll(registry.baseUrl, 'REGISTRY'),
      [
        '<!-- prime-publish:primes%2Ffull -->',
        '### 1 Prime would be published',
        '',
        '#### `@acme/full` `1.0.0` → `1.1.0`',
        '',
        '- **warning** `primes/full/pack.yaml`: `requires @acme/base ^1, but no registry has it (asked: REGISTRY); until one does, nobody can install this version`',
        '- The atoms need a minor step; the version makes a minor step.',
        '- `1.0.0 to 1.1.0 is enough for new atoms or edges`',
        '- `REGISTRY was not asked, because there is no token for it`',
        '- It requires other Primes than before:',
        '  - `@acme/base` `^1`',
        '',
        '<details><summary>Atoms: 1 added, 0 removed, 1 edited</summary>',
        '',
        '- added `@acme/rule-new` (`rule`)',
        '- edited `@acme/rule-edited`: `description, related`',
        '',
        '</details>',
        '',
        '<details><summary>Edges: 1 added, 0 removed</summary>',
        '',
        '- added `@acme/rule-edited` `related` `@acme/rule-kept`',
        '',
        '</details>',
        '',
        '<details><summary>Files: 2 different</summary>',
        '',
        '- `primes/sources/@acme/rule-edited.prime`',
        '- `primes/sources/@acme/rule-new.prime`',
        '',
        '</details>',
        '',
      ].join('\n'),
    );
  });

  it('says why it cannot be published, and fails as the publish would', async () => {
    await write('small', '1.0.0', [atom('rule-one'), atom('rule-two')]);
    await publish('small');
    await write('small', '1.0.1', [atom('rule-one')]);
    const { code, stdout } = await review('primes/small');
    assert.equal(code, 2);
    assert.match(stdout, /^### 1 Prime cannot be published$/m);
    assert.match(stdout, /^#### `@acme\/small` `1\.0\.0` → `1\.0\.1`: cannot be published$/m);
    assert.match(
      stdout,
      /^- \*\*error\*\* `primes\/small\/pack\.yaml:2`: `version: the atom @acme\/rule-two was removed/m,
    );
    assert.match(stdout, /^- The atoms need a major step; the version makes a patch step\.$/m);
    assert.match(stdout, /^- removed `@acme\/rule-two` \(`rule`\)$/m);
    const args = ['publish', '--dry-run', '--format', 'markdown', 'primes/small'];
    const asked = await user.prime(args, { environment: token() });
    assert.equal(asked.code, 2);
    assert.match(asked.stdout, /^- removed `@acme\/rule-two` \(`rule`\)$/m);
  });

  it('of an edit without a new version names the version to use', async () => {
    await write('edited', '1.0.0', [atom('rule-one')]);
    await publish('edited');
    await write('edited', '1.0.0', [atom('rule-one', 'Edited')]);
    const { code, stdout } = await review('primes/edited');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /`primes\/edited\/pack\.yaml:2`: `@acme\/edited 1\.0\.0 is already .* such as 1\.0\.1\./,
    );
    assert.match(stdout, /^- The atoms need a patch step; the version is the same\.$/m);
  });

  it('of a first version says so; of a published one that nothing would be published', async () => {
    await write('first', '1.0.0', [atom('rule-one')]);
    assert.match(
      (await review('primes/first')).stdout,
      /^- `no earlier version is published; this one has 1 atom in 3 files`$/m,
    );
    await publish('first');
    const { code, stdout } = await review('primes/first');
    assert.deepEqual([code, /^### 1 unchanged$/m.test(stdout)], [0, true]);
  });

  it('lets the registry check with a token that may publish, and goes on with one that may only read', async () => {
    await write('tokens', '1.0.0', [atom('rule-one')]);
    const reader = (await registry.actorWith({ permissions: ['read'], scopes: [] })).token ?? '';
    for (const [value, expected] of [
      [registry.author.token ?? '', undefined],
      [reader, /does not check for this token, which may not publish/],
    ] as const) {
      const environment = { PRIME_REGISTRY_TOKEN: value };
      const args = ['publish', '--dry-run', '--format', 'markdown', 'primes/tokens'];
      const { code, stdout, stderr } = await user.prime(args, { environment });
      assert.equal(code, 0, stderr);
      if (expected === undefined) assert.doesNotMatch(stdout, /not asked|does not check/);
      else assert.match(stdout, expected);
    }
  });
});

describe('the review of many Primes', () => {
  it('shows those that differ, failures first, and goes on after a failure', async () => {
    for (const short of ['all-a', 'all-b', 'all-c']) {
      await write(short, '1.0.0', [atom(`rule-${short}`)]);
      await publish(short);
    }
    await write('all-a', '1.0.1', [atom('rule-all-a', 'Edited')]);
    await write('all-b', '1.0.0', [atom('rule-all-b', 'Edited')]);
    const { code, stdout } = await review('primes', '--all');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^<!-- prime-publish:primes -->\n### 1 Prime would be published, 1 Prime cannot be published, 1 unchanged\n/,
    );
    assert.deepEqual(
      [...stdout.matchAll(/^#### `(\S+)`/gm)].map(([, name]) => name),
      ['@acme/all-b', '@acme/all-a'],
    );
    const auto = await review('primes', '--all', '--auto');
    assert.equal(auto.code, 0, auto.stderr);
    assert.match(auto.stdout, /^#### `@acme\/all-b` `1\.0\.0` → `1\.0\.1`$/m);
  });

  it('does not leave out a Prime whose pack.yaml is too large to be read', async () => {
    await write('fine', '1.0.0', [atom('rule-fine')]);
    await write('huge', '1.0.0', [], { extra: `# ${'x'.repeat(17 * 2 ** 20)}` });
    const { code, stdout } = await review('primes', '--all');
    assert.equal(code, 2);
    assert.match(stdout, /huge\/pack\.yaml.* bytes; the maximum is 16777216/);
  });

  it('says what is wrong with a pack.yaml, instead of nothing', async () => {
    await write('broken', 'one', []);
    const { code, stdout } = await review('primes', '--all');
    assert.equal(code, 2);
    assert.match(stdout, /^### The Primes could not be checked$/m);
    assert.match(
      stdout,
      /^- \*\*error\*\* `primes\/broken\/pack\.yaml:2:10`: `broken\/pack\.yaml version: .*\(some Primes of primes cannot be published\)`$/m,
    );
  });
});

it('--format markdown is only for a dry run, and not for JSON', async () => {
  for (const args of [
    ['--format', 'markdown'],
    ['--format', 'html', '--dry-run'],
    ['--format', 'markdown', '--dry-run', '--json'],
  ])
    assert.equal((await user.prime(['publish', ...args])).code, 3);
});
