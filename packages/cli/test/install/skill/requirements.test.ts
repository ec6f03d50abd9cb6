import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ValidationError } from '../../../src/errors/validation-error.ts';
import { findSkillRequirements, parseSkillRequirements } from '../../../src/install/skill/requirements.ts';

async function rangesIn(text: string): Promise<Record<string, string>> {
  const requirements = await parseSkillRequirements(text);
  return Object.fromEntries([...(requirements ?? [])].map(([name, { range }]) => [name, range.text]));
}

async function problemsIn(text: string) {
  const error = await parseSkillRequirements(text).then(
    () => assert.fail('it was accepted'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ValidationError);
  return error.problems;
}

describe('a SKILL.md of a stranger', () => {
  it('is read at once, whatever number of keys it has', async () => {
    const keys = Array.from({ length: 50_000 }, (_, index) => `k${index}: 1\n`).join('');
    assert.deepEqual(await rangesIn(`---\nprimes: ["@a/b"]\n${keys}---\n`), { '@a/b': 'latest' });
    assert.deepEqual(await problemsIn(`---\nprimes: ["@a/b"]\n${keys}k7: 2\n---\n`), [
      { field: 'frontmatter', message: 'Map keys must be unique', line: 50_003, column: 1 },
    ]);
  });

  it('has its first mistakes shown, and the number of the others', async () => {
    const problems = await problemsIn(`---\nprimes:\n${'  - x\n'.repeat(1000)}---\n`);
    assert.equal(problems.length, 51);
    assert.deepEqual(problems.at(-1), { field: '…', message: 'and 950 more' });
  });

  it('says that it is nested too deeply', async () => {
    const [problem] = await problemsIn(`---\nprimes: ${'['.repeat(20_000)}\n---\n`);
    assert.equal(problem?.message, 'is nested too deeply');
  });
});

describe('the primes of a SKILL.md', () => {
  it('are names with or without a range, or mappings with pack and version', async () => {
    const text = [
      '---',
      'name: my-skill',
      'primes:',
      '  - "@acme/web-style"',
      "  - '@acme/naming@^1.2'",
      '  - pack: "@acme/colour"',
      '  - pack: "@acme/layout"',
      '    version: 1.10',
      '  - {pack: "@acme/motion@~2.0"}',
      '---',
      '# Text',
    ].join('\n');
    assert.deepEqual(await rangesIn(text), {
      '@acme/web-style': 'latest',
      '@acme/naming': '^1.2',
      '@acme/colour': 'latest',
      '@acme/layout': '1.10',
      '@acme/motion': '~2.0',
    });
  });

  it('have the file that requires them', async () => {
    const requirements = await parseSkillRequirements('---\nprimes: ["@a/b"]\n---\n');
    assert.equal(requirements?.get('@a/b')?.required_by, 'SKILL.md');
  });

  for (const [what, text] of [
    ['no frontmatter', '# Skill\nprimes:\n'],
    ['a frontmatter that is not at the top', '# Skill\n---\nprimes: ["@a/b"]\n---\n'],
    ['no list', '---\nname: x\n---\n'],
    ['an empty list', '---\nprimes: []\n---\n'],
    ['a list without a value', '---\nprimes:\n---\n'],
    ['nothing at all', ''],
  ] as const) {
    it(`are empty with ${what}`, async () => assert.deepEqual(await rangesIn(text), {}));
  }

  it('may have Windows line ends and a byte order mark', async () => {
    assert.deepEqual(await rangesIn('\uFEFF---\r\nprimes:\r\n  - "@a/b@1.x"\r\n---\r\n'), { '@a/b': '1.x' });
  });

  it('are refused with the line in the file and a correction', async () => {
    const problems = await problemsIn(
      '---\nname: x\nprimes:\n  - web-style\n  - "@a/b@Nightly"\n  - atom: "@a/c"\n  - "@a/d"\n  - "@a/d@1"\n---\n',
    );
    assert.deepEqual(
      problems.map(({ field, line, column }) => [field, line, column]),
      [
        ['primes[2]', 6, 5],
        ['primes[0]', 4, 5],
        ['primes[1]', 5, 5],
        ['primes[4]', 8, 5],
      ],
    );
    const messages = problems.map(({ message }) => message);
    assert.match(messages[0] ?? '', /the unknown key 'atom'; write '- "@scope\/name@\^1\.0"'/);
    assert.match(messages[1] ?? '', /'web-style' does not begin with '@'/);
    assert.match(messages[2] ?? '', /'latest'/);
    assert.match(messages[3] ?? '', /listed twice/);
  });

  it('are refused if they are not a list, or if the YAML is broken', async () => {
    assert.match((await problemsIn('---\nprimes: "@a/b"\n---\n'))[0]?.message ?? '', /is not a list/);
    const [broken] = await problemsIn('---\nprimes: ["@a/b"\nname: x\n---\n');
    assert.equal(broken?.field, 'frontmatter');
    assert.ok((broken?.line ?? 0) >= 2);
  });
});

describe('findSkillRequirements', () => {
  it('distinguishes a missing file from one without requirements', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prime-skill-'));
    try {
      assert.equal(await findSkillRequirements(folder), undefined);
      await writeFile(join(folder, 'SKILL.md'), '# A skill\n');
      assert.equal(await findSkillRequirements(folder), undefined, 'without a frontmatter it says nothing');
      await writeFile(join(folder, 'SKILL.md'), '---\nname: x\n---\n');
      assert.deepEqual(await findSkillRequirements(folder), new Map());
      await writeFile(join(folder, 'SKILL.md'), Buffer.from('---\nprimes: ["@a/b"]\n---\n', 'utf16le'));
      await assert.rejects(findSkillRequirements(folder), { name: 'ValidationError' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a SKILL.md with an unclear list', () => {
  for (const [what, text, field, message] of [
    ['a frontmatter without an end', '---\nprimes:\n  - "@a/b"\n', 'frontmatter', /has no end/],
    ['a key in capitals', '---\nPrimes: ["@a/b"]\n---\n', 'Primes', /'primes', in lower case/],
    [
      'a name without quotes',
      '---\nprimes:\n  - @a/b\n---\n',
      'frontmatter',
      /needs quotes: write '- "@scope/,
    ],
    [
      'a misspelt key',
      '---\nprimes:\n  - pack: "@a/b"\n    verison: ^1\n---\n',
      'primes[0]',
      /the unknown key 'verison'/,
    ],
  ] as const) {
    it(`is refused: ${what}`, async () => {
      const [problem] = await problemsIn(text);
      assert.equal(problem?.field, field);
      assert.match(problem?.message ?? '', message);
    });
  }

  it('is read: blank lines before it, a mapping in braces, an end of three dots', async () => {
    assert.deepEqual(await rangesIn('\n \n---\nprimes: ["@a/b"]\n...\n'), { '@a/b': 'latest' });
    assert.deepEqual(await rangesIn('---\n{name: x, primes: ["@a/b@1.x"]}\n---\n'), { '@a/b': '1.x' });
    assert.deepEqual(await rangesIn('---\nprimes: null\n---\n'), {});
  });

  it('counts the lines of the file', async () => {
    const [problem] = await problemsIn('\n\n---\nname: x\nprimes:\n  - nothing\n---\n');
    assert.deepEqual([problem?.line, problem?.column], [6, 5]);
  });
});
