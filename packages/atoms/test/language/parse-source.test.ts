// The result of each way to write a value, and the messages for text that cannot be read.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LineIndex } from '../../src/language/line-index.ts';
import { parseSource } from '../../src/language/parse-source.ts';
import { toPlain } from './plain-value.ts';

/** The fields of the only atom of a text. */
function read(body: string): unknown {
  const { atoms, problems } = parseSource(`rule One {\n${body}\n}\n`);
  assert.deepEqual(problems, []);
  assert.equal(atoms.length, 1);
  return (atoms[0]?.fields ?? []).map(({ key, value }) => [key, toPlain(value)]);
}

/** The problems of a text as `line:column message`, and the names of the atoms that were read. */
function readAll(text: string): { names: string[]; problems: string[] } {
  const { atoms, problems } = parseSource(text);
  const lines = new LineIndex(text);
  return {
    names: atoms.map(({ name }) => name),
    problems: problems.map(({ severity, offset, message }) => {
      const { line, column } = lines.positionOf(offset);
      return `${severity} ${line}:${column} ${message}`;
    }),
  };
}

suite('values', () => {
  const cases: [title: string, body: string, fields: unknown][] = [
    ['a text', 'a: "one, {two} // three"', [['a', 'one, {two} // three']]],
    ['escapes', String.raw`a: "\"q\" \\ \n\t/ \u00e9 \d+"`, [['a', '"q" \\ \n\t/ é \\d+']]],
    ['an empty text', 'a: ""', [['a', '']]],
    [
      'words',
      'a: web-style\n b: true // yes\n c: 1.10',
      [
        ['a', ['w', 'web-style']],
        ['b', ['w', 'true']],
        ['c', ['w', '1.10']],
      ],
    ],
    [
      'numbers with units and ranges',
      'a: 4 px\n b: 100–300ms',
      [
        ['a', ['w', '4 px']],
        ['b', ['w', '100–300ms']],
      ],
    ],
    ['a union', 'a: "low" | "high"', [['a', ['w', '"low" | "high"']]]],
    ['a signature', 'a: (x: List, y: T) -> Out', [['a', ['w', '(x: List, y: T) -> Out']]]],
    ['an address without quotes', 'a: https://example.org/x', [['a', ['w', 'https://example.org/x']]]],
    ['a reference', 'a: @s/one', [['a', ['r', '@s/one']]]],
    [
      'a list with a comma at its end',
      'a: [one, "two", @s/x, ]',
      [['a', [['w', 'one'], 'two', ['r', '@s/x']]]],
    ],
    [
      'a list by lines',
      'a: [\n  @s/x(pan, "a, b") -> y\n  if n > 2:\n  "t" "u"\n]',
      [['a', [['w', '@s/x(pan, "a, b") -> y'], ['w', 'if n > 2:'], 't', 'u']]],
    ],
    [
      'an object on one line',
      'a: { b: "x" c: 2, d: { e: [] } }',
      [['a', { b: 'x', c: ['w', '2'], d: { e: [] } }]],
    ],
    ['an object without a colon', 'a {\n b: "x"\n }', [['a', { b: 'x' }]]],
    [
      'objects in a list without commas',
      'a: [{ b: 1 }\n{ c: 2 }]',
      [['a', [{ b: ['w', '1'] }, { c: ['w', '2'] }]]],
    ],
    [
      'a value on the next line',
      'a:\n  "x"\n b: [ // c\n]',
      [
        ['a', 'x'],
        ['b', []],
      ],
    ],
    [
      'a triple-quoted text, whose indentation is the file’s',
      'a: """\n    one\n      two\n\n    three\n  """',
      [['a', 'one\n  two\n\nthree']],
    ],
    ['a triple-quoted text on one line', 'a: """say "hi" """', [['a', 'say "hi"']]],
    ['a triple-quoted text that begins at once', 'a: """one\n    two\n  """', [['a', 'one\ntwo']]],
    [
      'a block',
      '  a: |\n    if x:\n      y\n\n    z\n  b: 1',
      [
        ['a', 'if x:\n  y\n\nz'],
        ['b', ['w', '1']],
      ],
    ],
    [
      'lines with bars',
      'a: | one\n   |   two\n   | three\n b: 1',
      [
        ['a', 'one\n  two\nthree'],
        ['b', ['w', '1']],
      ],
    ],
    ['comments', '/* a: 1\n b: 2 */ c: 3 /* d */\n// e: 4', [['c', ['w', '3']]]],
    [
      'keys with dots, digits and underscores',
      'a.b: 1\n 2x: 2\n c_d: 3',
      [
        ['a.b', ['w', '1']],
        ['2x', ['w', '2']],
        ['c_d', ['w', '3']],
      ],
    ],
  ];
  for (const [title, body, fields] of cases) {
    test(title, () => assert.deepEqual(read(body), fields));
  }

  test('keys of every object are data', () => {
    assert.deepEqual(read('__proto__: { constructor: 1, __proto__: "x" }\ntoString: 2'), [
      [
        '__proto__',
        [
          ['constructor', ['w', '1']],
          ['__proto__', 'x'],
        ],
      ],
      ['toString', ['w', '2']],
    ]);
  });
});

suite('the first line of an atom', () => {
  const kinds: [text: string, kind: string, name: string][] = [
    ['anti-pattern UseVar {}', 'anti-pattern', 'UseVar'],
    ['unit Stuffing : ThreatModel {}', 'threat-model', 'Stuffing'],
    ['prime Ring extends Rule {}', 'rule', 'Ring'],
    ['rule {}', 'rule', ''],
    ['rule One\n{\n}', 'rule', 'One'],
    ['  rule One{}', 'rule', 'One'],
  ];
  for (const [text, kind, name] of kinds) {
    test(`${JSON.stringify(text)} has the kind ${kind}`, () => {
      const { atoms, problems } = parseSource(text);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        atoms.map((atom) => [atom.kind, atom.name]),
        [[kind, name]],
      );
    });
  }
});

suite('errors', () => {
  const GOOD = 'rule Next {\n  a: 1\n}\n';
  const cases: [title: string, text: string, problem: RegExp][] = [
    [
      'a text without an end',
      'rule One {\n  a: "x\n}\n',
      /^error 2:6 this text is not closed on its line; close it with '"'/,
    ],
    ['a text whose end is escaped', 'rule One {\n  a: "x\\"\n}\n', /^error 2:6 .*not closed on its line/],
    [
      'a list without an end',
      'rule One {\n  a: [b,\n',
      /^error 2:6 this '\[' is not closed before the next atom begins; close it with '\]'/,
    ],
    ['an atom without an end', 'rule One {\n  a: 1\n', /^error 1:10 this '\{' is not closed before/],
    ['the wrong bracket', 'rule One {\n  a: [b}\n}\n', /^error 2:8 '\]' is expected here instead of '\}'/],
    [
      'a key without a colon',
      'rule One {\n  a "x"\n}\n',
      /^error 2:5 a ':' is expected after 'a'; write 'a: "…"'/,
    ],
    ['a key in quotes', 'rule One {\n  "a": 1\n}\n', /^error 2:3 a field is expected here.*without quotes/],
    ['a comment of another language', 'rule One {\n  # a\n}\n', /^error 2:3 a comment begins with '\/\/'/],
    [
      'an odd character',
      'rule One {\n  é: 1\n}\n',
      /^error 2:3 a field is expected here.*instead of 'é' \(U\+00E9\)/,
    ],
    [
      'a hidden character',
      'rule One {\n  a: "x\u202e"\n}\n',
      /^error 2:6 .*unprintable character U\+202E; remove it/,
    ],
    ['a hidden character in an escape', 'rule One {\n  a: "\\u0000"\n}\n', /^error 2:6 .*U\+0000/],
    ['text between atoms', 'hello there\n', /^error 1:1 an atom is expected here/],
    [
      'too much nesting',
      `rule One {\n  a: ${'['.repeat(17)}${']'.repeat(17)}\n}\n`,
      /^error 2:22 lists and objects are nested more than 16 deep/,
    ],
    ['a long name', `rule ${'x'.repeat(129)} {}\n`, /^error 1:1 the kind and the name .* at most 128/],
    ['a comment without an end', 'rule One {\n  /* a\n', /^error 2:3 this comment is never closed/],
  ];
  for (const [title, text, problem] of cases) {
    test(`${title} is reported, and the next atom is read`, () => {
      const { names, problems } = readAll(text + GOOD);
      assert.deepEqual(names, ['Next']);
      assert.match(problems[0] ?? '', problem);
      assert.equal(problems.length, 1);
    });
  }

  test('an oddity is a warning, and the atom is read', () => {
    const { names, problems } = readAll('rule One {\n  a:\n  b: @Nope\n  b: 2\n}\n');
    assert.deepEqual(names, ['One']);
    assert.deepEqual(
      problems.map((problem) => problem.slice(0, 40)),
      [
        "warning 2:3 'a' has no value and was left out",
        'warning 3:6 this is not a reference to an atom',
        "warning 4:3 'b' is given more than once; the first",
      ].map((problem) => problem.slice(0, 40)),
    );
  });

  test('a text that is never closed ends the file, not the parser', () => {
    const { names, problems } = readAll(`${GOOD}rule One {\n  a: """\n}\n${GOOD}`);
    assert.deepEqual(names, ['Next', 'Next']);
    assert.match(problems[0] ?? '', /^error 5:6 this text is never closed/);
  });

  test('more atoms than a file may have are reported once', () => {
    const { names, problems } = readAll(GOOD.repeat(300));
    assert.equal(names.length, 256);
    assert.deepEqual(problems, ['error 769:1 a file may have 256 atoms; move the rest to other files']);
  });

  test('atoms with the same late error are not parsed in quadratic time', () => {
    const { names, problems } = readAll(
      `${'rule One {\n/*\n'.repeat(100)}*/\n${'a: 1\n'.repeat(1000)})\n${GOOD}`,
    );
    assert.deepEqual(names, []);
    assert.ok(problems.length < 10, `${problems.length} problems`);
    assert.match(
      problems.at(-1) ?? '',
      /too many atoms .* cannot be read; the rest of the file was not read/,
    );
  });

  test('an expression with open quotes is kept as it is', () => {
    assert.deepEqual(read('a: x "(\\" y\n b: 1'), [
      ['a', ['w', 'x "(\\" y']],
      ['b', ['w', '1']],
    ]);
    assert.deepEqual(read('a: x"y, z" ")\n b: 1'), [
      ['a', ['w', 'x"y, z" ")']],
      ['b', ['w', '1']],
    ]);
  });

  test('any number of warnings is reported, without an exception', () => {
    const { names, problems } = readAll(`rule One {\n${'a:\n'.repeat(80_000)}}\n`);
    assert.deepEqual([names, problems.length], [['One'], 80_000]);
  });
});
