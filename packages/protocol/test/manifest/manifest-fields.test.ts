// The valid values of each field of the contract, and the positions of problems.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accepted, manifestText, onlyProblemOf } from './manifest-text.ts';

const TEXT_FIELDS = ['name', 'version', 'description', 'license', 'prime-version'];

function refused(field: string, value: string, why: RegExp): void {
  const problem = onlyProblemOf(manifestText({ [field]: value }));
  assert.equal(problem.field, field);
  assert.match(problem.message, why);
  assert.ok(problem.line !== undefined && problem.column !== undefined);
}

describe('a text field', () => {
  for (const field of TEXT_FIELDS) {
    for (const value of ['', '~', 'null', 'Null', 'NULL', '# a comment', '!!str']) {
      test(`${field} must have a value: '${value}'`, () => refused(field, value, /has no value/));
    }
    for (const value of ["''", '""', '"  "', '" \\n "', '"\\u00a0"']) {
      test(`${field} must not be empty: ${value}`, () => refused(field, value, /is empty/));
    }
    for (const value of ['[a]', '[]', '\n  - a']) {
      test(`${field} must not be a list: ${JSON.stringify(value)}`, () => refused(field, value, /is a list/));
    }
    for (const value of ['{ a: b }', '{}', '\n  a: b']) {
      test(`${field} must not be a mapping: ${JSON.stringify(value)}`, () =>
        refused(field, value, /is a mapping/));
    }
    for (const tag of ['!!int', '!!binary', '!!map', '!custom', '!', '!<tag:example.org,2000:x>']) {
      test(`${field} must not have the tag ${tag}`, () =>
        refused(field, `${tag} "1.0.0"`, /has the tag .+; remove the tag/));
    }
  }

  test('may have the tag of a text', () => {
    assert.equal(accepted(manifestText({ license: '!!str MIT' })).license, 'MIT');
    assert.equal(accepted(manifestText({ 'prime-version': '!!str 1.0' })).primeVersion, '1.0');
  });

  const unquoted: readonly (readonly [field: 'version' | 'license' | 'primeVersion', value: string])[] = [
    ['primeVersion', '1.0'],
    ['primeVersion', '1'],
    ['primeVersion', '1.10'],
    ['primeVersion', '010'],
    ['primeVersion', '1e3'],
    ['primeVersion', '0x1F'],
    ['primeVersion', '.5'],
    ['primeVersion', 'true'],
    ['primeVersion', '.nan'],
    ['primeVersion', '9007199254740993'],
    ['primeVersion', '2026-11-21'],
    ['primeVersion', '12:30:45'],
    ['version', '1.10.0'],
    ['version', '1.0.0-0.10'],
    ['license', 'no'],
    ['license', 'MIT OR Apache-2.0'],
  ];
  for (const [field, value] of unquoted) {
    const key = field === 'primeVersion' ? 'prime-version' : field;
    test(`keeps its source text when unquoted: ${key}: ${value}`, () => {
      const read = accepted(manifestText({ [key]: value }))[field];
      assert.equal(typeof read === 'string' ? read : read.full, value);
    });
  }

  test('may be an alias of a text, and a problem has the position of the anchor', () => {
    assert.equal(accepted(`x: &l MIT\n${manifestText({ license: '*l' })}`).license, 'MIT');
    const problem = onlyProblemOf(`x: &l [MIT]\n${manifestText({ license: '*l' })}`);
    assert.deepEqual([problem.field, problem.line], ['license', 1]);
  });
});

describe('a description', () => {
  const written: readonly (readonly [yaml: string, text: string])[] = [
    ['>\n  Rules of\n  style', 'Rules of style\n'],
    ['>-\n  Rules of\n  style\n\n  for all', 'Rules of style\nfor all'],
    ['|\n  Rules\n    of style', 'Rules\n  of style\n'],
    ['Rules of\n  style', 'Rules of style'],
    ['"Rules\\tof\\nstyle"', 'Rules\tof\nstyle'],
    ["'it''s'", "it's"],
    ['日本語 😀', '日本語 😀'],
    ['"\\ud83d\\ude00"', '😀'],
    ['<b>"a" & b</b>', '<b>"a" & b</b>'],
  ];
  for (const [yaml, text] of written) {
    test(`reads ${JSON.stringify(yaml)}`, () => {
      assert.equal(accepted(manifestText({ description: yaml })).description, text);
      assert.equal(accepted(manifestText({ description: yaml }).replaceAll('\n', '\r\n')).description, text);
    });
  }

  for (const escaped of ['\\0', '\\e', '\\r', '\\x7f', '\\N', '\\ud800', '\\ude00\\ud83d']) {
    test(`must not contain the unprintable ${escaped}`, () => {
      refused('description', `"a${escaped}b"`, /has the unprintable character U\+[0-9A-F]{4}; remove it/);
    });
  }
});

for (const field of ['license', 'prime-version']) {
  test(`${field} is one line of printable characters`, () => {
    for (const value of ['|\n  MIT', '"a\\tb"', '"a\\nb"', '"a\\0b"', '"\\ud800"'])
      refused(field, value, /unprintable/);
  });
}

describe('atoms', () => {
  for (const [yaml, count] of [
    ['0', 0],
    ['42', 42],
    ['+7', 7],
    ['007', 7],
    ['!!int 5', 5],
    ['999999999999999', 999_999_999_999_999],
  ] as const) {
    test(`may be ${yaml}`, () => assert.equal(accepted(manifestText({ atoms: yaml })).atoms, count));
  }
  for (const value of [
    '-1',
    '1.5',
    '1.0',
    '1e3',
    '0x10',
    '0o7',
    '1_000',
    '.inf',
    'many',
    'true',
    '9999999999999999',
    '1 2',
  ]) {
    test(`must not be ${value}`, () => refused('atoms', value, /it must be a whole number, 0 or more/));
  }
  for (const value of ['"5"', "'5'", '|\n  5']) {
    test(`must not be the text ${JSON.stringify(value)}`, () =>
      refused('atoms', value, /write the number without quotes/));
  }
  test('must not be anything else', () => {
    refused('atoms', '', /has no value/);
    refused('atoms', '~', /has no value/);
    refused('atoms', '[5]', /is a list/);
    refused('atoms', '{ count: 5 }', /is a mapping/);
    refused('atoms', '!!str 5', /has the tag/);
  });
});

describe('namespaces', () => {
  const lists: readonly (readonly [yaml: string, namespaces: readonly string[]])[] = [
    ['[]', []],
    ['["@acme"]', ['@acme']],
    ['["@acme/web", \'@b\', "@é"]', ['@acme/web', '@b', '@é']],
    ['["@план-v2", "@ελληνικά", "@日本"]', ['@план-v2', '@ελληνικά', '@日本']],
    ['\n  - "@a"\n  - "@b"', ['@a', '@b']],
    ['["@a", "@b", "@a"]', ['@a', '@b']],
    ['!!seq ["@a"]', ['@a']],
  ];
  for (const [yaml, namespaces] of lists) {
    test(`may be ${JSON.stringify(yaml)}`, () => {
      assert.deepEqual(accepted(manifestText({ namespaces: yaml })).namespaces, namespaces);
    });
  }

  test('may be written with aliases', () => {
    assert.deepEqual(accepted(`x: &a "@a"\n${manifestText({ namespaces: '[*a, "@b"]' })}`).namespaces, [
      '@a',
      '@b',
    ]);
    assert.deepEqual(accepted(`x: &a ["@a"]\n${manifestText({ namespaces: '*a' })}`).namespaces, ['@a']);
  });

  const refusals: readonly (readonly [yaml: string, why: RegExp])[] = [
    ['', /has no value; write a list/],
    ['"@acme"', /is a text; write a list/],
    ['{ "@acme": 1 }', /is a mapping; write a list/],
    ['[acme]', /has the entry 'acme'/],
    ['["@"]', /has the entry '@'/],
    ['["@a b"]', /has the entry '@a b'/],
    ['["@a\\n"]', /has the entry '@a\\u\{a\}'/],
    ['["@a\\ud800"]', /has the entry/],
    ['["@a\u034fb"]', /contains an invisible character; write a list/],
    ['["@a\u3164b"]', /contains an invisible character/],
    ['["@a\ufe0f"]', /contains an invisible character/],
    ['["@a\u{e0100}"]', /contains an invisible character/],
    ['["@a\u2800"]', /contains an invisible character/],
    ['["@e\u0301"]', /is not in the NFC form of Unicode/],
    ['["@acm\u0435"]', /contains 'acm\\u\{435\}', whose letters of other scripts look like Latin ones/],
    ['["@\u0430\u0441\u0435"]', /look like Latin ones/],
    ['["@ok-\u0441\u043e\u0440"]', /look like Latin ones/],
    ['["@\uff41cme"]', /look like Latin ones/],
    ['[""]', /has the entry ''/],
    ['[5]', /has the entry '5'/],
    ['["@a", ~]', /entry 2 has no value/],
    ['[["@a"]]', /entry 1 is a list/],
    ['[{ a: b }]', /entry 1 is a mapping/],
    ['[!x "@a"]', /entry 1 has the tag '!x'/],
    ['!x ["@a"]', /has the tag '!x'/],
    ['&a [*a]', /entry 1 is a list/],
  ];
  for (const [yaml, why] of refusals) {
    test(`must not be ${JSON.stringify(yaml)}`, () => refused('namespaces', yaml, why));
  }
});

describe('sha256', () => {
  const digest = '0123456789abcdef'.repeat(4);
  test('is a digest, quoted or not', () => {
    for (const yaml of [digest, `"${digest}"`, '1'.repeat(64)]) {
      assert.equal(accepted(manifestText({ sha256: yaml })).sha256, yaml.replaceAll('"', ''));
    }
  });
  for (const value of [
    'abc',
    digest.toUpperCase(),
    `sha256:${digest}`,
    digest.slice(1),
    `${digest}0`,
    `"${digest}\\n"`,
  ]) {
    test(`must not be ${value.slice(0, 30)}`, () =>
      refused('sha256', value, /64 lower-case hexadecimal digits/));
  }
  test('may be missing, but not empty', () => refused('sha256', '', /has no value/));
});

test('tags are words if they form a list, and ignored if not', () => {
  const tagsOf = (yaml: string): readonly string[] => accepted(manifestText({ tags: yaml })).tags;
  assert.deepEqual(tagsOf('[css, 1.0, "two words", [nested], { a: b }]'), ['css', '1.0', 'two words']);
  for (const yaml of ['', 'css', '{ a: b }', '!x 5', '[]']) assert.deepEqual(tagsOf(yaml), []);
});

test('a problem has the position of the value', () => {
  const text = manifestText({ version: '  v1.0.0', license: '\n  - MIT' });
  const { line, column } = onlyProblemOf(text.replace('\n  - MIT', ' MIT'));
  assert.deepEqual([line, column], [2, 12]);
  const inList = onlyProblemOf(text.replace('  v1.0.0', '1.0.0'));
  assert.deepEqual([inList.field, inList.line, inList.column], ['license', 5, 3]);
});
