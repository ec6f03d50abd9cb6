// The lock file: the same text for the same Primes, and the same Primes from every spelling of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { parse } from 'yaml';
import { formatLockfile, type LockedPrime, makeLockfile } from '../../../src/install/lockfile/lockfile.ts';
import { readLockfile } from '../../../src/install/lockfile/read-lockfile.ts';

const project = await mkdtemp(join(tmpdir(), 'prime-lockfile-'));
const path = join(project, '.primes', 'lock.yaml');
await mkdir(join(project, '.primes'));
after(() => rm(project, { recursive: true }));

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

function locked(name: string, more: Partial<LockedPrime> = {}): LockedPrime {
  const digests = { sha256: digest(name), tree_sha256: digest(`tree of ${name}`) };
  return { name, version: '1.2.0', range: '^1.0', ...digests, registry: 'https://registry.example', ...more };
}

async function read(text: string | Uint8Array): Promise<LockedPrime[]> {
  await writeFile(path, text);
  return [...((await readLockfile(project))?.values() ?? [])];
}

const EXAMPLE = [
  locked('@acme/api'),
  locked('@acme/web-style', {
    ...{ range: '>=1 <2', required_by: 'SKILL.md' },
    requires: '@acme/api@^1, @acme/css@>=1 <2 || 3.x',
  }),
];
const EXAMPLE_TEXT = `# Written by prime. Commit it, so that everybody installs the same bytes.
lockfile-version: 1
primes:
  "@acme/api":
    version: 1.2.0
    range: ^1.0
    sha256: ${digest('@acme/api')}
    tree_sha256: ${digest('tree of @acme/api')}
    registry: https://registry.example
  "@acme/web-style":
    version: 1.2.0
    range: ">=1 <2"
    sha256: ${digest('@acme/web-style')}
    tree_sha256: ${digest('tree of @acme/web-style')}
    registry: https://registry.example
    required_by: SKILL.md
    requires: "@acme/api@^1, @acme/css@>=1 <2 || 3.x"
`;

const RANGES = 'latest;^1.0;~1;1.0;1.x;*;>=1.2 <2;^1 || ^2;1;1.2.3'.split(';');
const REGISTRIES = 'https://a.example;http://127.0.0.1:4000/a/b;http://[::1]:81/~x;https://a.b/%20'.split(
  ';',
);
const PATHS = `SKILL.md;yes;null;1.5;# a;see: b;- b;ä/ü.md;it"s 'so'.md;~;1e3;2024-01-02;a b`.split(';');

describe('the text of a lock file', () => {
  test('is the same for the same Primes in any order', () => {
    assert.equal(formatLockfile(makeLockfile(EXAMPLE)), EXAMPLE_TEXT);
    assert.equal(
      formatLockfile(new Map(EXAMPLE.toReversed().map((prime) => [prime.name, prime]))),
      EXAMPLE_TEXT,
    );
  });

  test('is read back unchanged, by any YAML parser, for all kinds of values', async () => {
    const part = fc.stringMatching(/^[a-z0-9]([a-z0-9._-]{0,8}[a-z0-9])?$/);
    const hex = fc.oneof(
      fc.stringMatching(/^[0-9a-f]{64}$/),
      fc.constantFrom('1'.repeat(64), `12e${'3'.repeat(61)}`, `0b${'1'.repeat(62)}`, 'e'.repeat(64)),
    );
    const prime = fc.record(
      {
        name: fc.tuple(part, part).map(([scope, name]) => `@${scope}/x${name}`),
        version: fc.constantFrom('0.0.0', '1.2.3', '10.20.30-rc.1+5', '1.0.0-0e1', '1.2.3+001'),
        range: fc.constantFrom(...RANGES),
        sha256: hex,
        tree_sha256: hex,
        registry: fc.constantFrom(...REGISTRIES),
      },
      { noNullPrototype: true },
    );
    const reason = fc.option(fc.constantFrom(...PATHS), { nil: undefined });
    const entry = fc
      .tuple(prime, reason, fc.constantFrom(undefined, '@acme/core@^1.2', '@a/a@>=1 <2 || 3.x, @a/b@*'))
      .map(([{ range, ...fields }, required_by, requires]) => ({
        ...fields,
        ...(requires !== '@acme/core@^1.2' && { range }),
        ...(required_by !== undefined && { required_by }),
        ...(requires !== undefined && { requires }),
      }));
    const entries = fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: 5 });
    const property = fc.asyncProperty(entries, async (primes) => {
      const lockfile = makeLockfile(primes);
      const text = formatLockfile(lockfile);
      assert.match(text, /[^\n]\n$/);
      assert.deepEqual(await read(text), [...lockfile.values()]);
      for (const version of ['1.1', '1.2'] as const) {
        const document = parse(text, { version }) as { primes: Record<string, object> };
        const others = Object.entries(document.primes).map(([name, fields]) => ({ name, ...fields }));
        assert.deepEqual(others, [...lockfile.values()], `YAML ${version}`);
      }
    });
    await fc.assert(property, COSTLY);
  });

  test('is empty if nothing is locked', async () => {
    assert.deepEqual(await read(formatLockfile(makeLockfile([]))), []);
  });
});

describe('reading a lock file', () => {
  test('returns undefined if there is none', async () => {
    assert.equal(await readLockfile(join(project, 'elsewhere')), undefined);
  });

  const spellings = {
    'with the line ends of Windows': EXAMPLE_TEXT.replaceAll('\n', '\r\n'),
    'with a byte order mark': `\uFEFF${EXAMPLE_TEXT}`,
    'with other quotes': EXAMPLE_TEXT.replaceAll('"', "'"),
    'with a comment and an empty line': EXAMPLE_TEXT.replace('    range', '\n    # why\n    range'),
    'with fields in another order': EXAMPLE_TEXT.replace(/( {4}version.*\n)( {4}range.*\n)/, '$2$1'),
    'with Primes in another order': EXAMPLE_TEXT.replace(/( {2}"@acme\/api"[^"]+)( {2}"[\s\S]+)$/, '$2$1'),
    'with other indentation': EXAMPLE_TEXT.replaceAll('  ', '    '),
    'as JSON': JSON.stringify(parse(EXAMPLE_TEXT)).replace(':1,', ':"1",'),
    'with a slash after the registry': EXAMPLE_TEXT.replace('registry.example', 'registry.example/'),
  };
  for (const [how, text] of Object.entries(spellings)) {
    test(`accepts it ${how}`, async () => {
      assert.notEqual(text, EXAMPLE_TEXT);
      assert.deepEqual(await read(text), EXAMPLE);
    });
  }
});

const git = spawnSync('git', ['--version']).status === 0 ? false : 'git is not installed';

describe('git', { skip: git }, () => {
  const merge = async (ours: LockedPrime[], theirs: LockedPrime[]): Promise<string> => {
    const versions = { ours, base: EXAMPLE, theirs };
    for (const [side, primes] of Object.entries(versions)) {
      await writeFile(join(project, side), formatLockfile(makeLockfile(primes)));
    }
    return spawnSync('git', ['merge-file', '-p', 'ours', 'base', 'theirs'], {
      cwd: project,
      encoding: 'utf8',
    }).stdout;
  };

  test('merges Primes that were added and updated in different places', async () => {
    const [api, style] = EXAMPLE as [LockedPrime, LockedPrime];
    const [first, last] = [locked('@a/a'), { ...style, version: '1.3.0' }];
    assert.deepEqual(await read(await merge([first, ...EXAMPLE], [api, last])), [first, api, last]);
  });

  test('reports a conflict, which prime recognises, if both sides added to the same place', async () => {
    const text = await merge([...EXAMPLE, locked('@b/ours')], [...EXAMPLE, locked('@b/theirs')]);
    const problem = { field: 'file', line: 18, column: 1 };
    await assert.rejects(read(text), (error: Error & { problems: object[] }) => {
      assert.match(error.message, /lock\.yaml has a merge conflict$/);
      assert.partialDeepStrictEqual(error.problems, [problem]);
      return true;
    });
  });
});
