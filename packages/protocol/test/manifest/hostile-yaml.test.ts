// Hostile YAML, which tries to exhaust or confuse the parser.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { parseManifest } from '../../src/manifest/manifest.ts';
import { MAX_MANIFEST_BYTES } from '../../src/manifest/yaml-text.ts';
import { assertPrintable, assertSentence } from '../sentence.ts';
import { accepted, manifestText, onlyProblemOf, problemsOf, utf8 } from './manifest-text.ts';

const good = manifestText();

function filled(unit: string): string {
  return good + unit.repeat(Math.floor((MAX_MANIFEST_BYTES - good.length) / unit.length));
}

/** For titles, which go to terminals and into reports: the text in quotes, with nothing invisible in it. */
function visible(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^ -~]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** For any bytes, the result is a manifest or problems with valid messages. */
function assertAnswered(bytes: Uint8Array): void {
  const parsed = parseManifest(bytes);
  if ('manifest' in parsed) {
    const { description, license, primeVersion, namespaces = [] } = parsed.manifest;
    for (const text of [description, license, primeVersion]) assert.notEqual(text.trim(), '');
    for (const namespace of namespaces) assert.match(namespace, /^@./);
    return;
  }
  assert.ok(parsed.problems.length > 0);
  for (const { field, message, line = 1, column = 1 } of parsed.problems) {
    assertPrintable(field);
    assertSentence(message);
    assert.ok(line >= 1 && column >= 1);
  }
}

describe('depth', () => {
  const shapes: readonly (readonly [name: string, nest: (depth: number) => string])[] = [
    ['brackets', (depth) => `x: ${'['.repeat(depth)}${']'.repeat(depth)}`],
    ['braces', (depth) => `x: ${'{a: '.repeat(depth)}${'}'.repeat(depth)}`],
    ['dashes', (depth) => `x:\n  ${'- '.repeat(depth)}a`],
    ['question marks', (depth) => `x:\n  ${'? '.repeat(depth)}a`],
    ['brackets that stay open', (depth) => `x: ${'['.repeat(depth)}`],
  ];
  for (const [name, nest] of shapes) {
    test(`of thousands of ${name} is refused`, () => {
      for (const depth of [5000, 13_000]) {
        assert.match(onlyProblemOf(good + nest(depth)).message, /nested too deeply|too much structure/);
      }
      assert.match(onlyProblemOf(good + nest(50_000)).message, /too much structure/);
    });
  }

  test('of ordinary text is accepted', () => {
    accepted(`${good}x: ${'['.repeat(100)}${']'.repeat(100)}\n`);
  });
});

describe('invalid escapes', () => {
  for (const wrong of ['\\q', '\\x4', '\\u00g0', '\\U00110000', '\\ud8', "\\'"]) {
    test(`such as ${wrong} are one problem for any number of them`, () => {
      const units = wrong.repeat(Math.floor(200_000 / wrong.length));
      const { message, line, column } = onlyProblemOf(`${good}x:\n  - "é\\\\\\x41${units}"\n`);
      assert.match(message, /is not an escape sequence; put texts with backslashes in single quotes/);
      assert.deepEqual([line, column], [7, 13]);
    });
  }

  test('are allowed outside double quotes, and valid ones everywhere', () => {
    const text = `${good}a: '\\q'\nb: C:\\quux # "\\q"\nc: |\n  "\\q"\nd: ["\\0\\/\\_\\u00e9\\U0010FFFF\\\n  x"]\n`;
    assert.deepEqual(accepted(text), accepted(good));
  });
});

describe('invisible characters', () => {
  const hidden = ['\u202e', '\u2066', '\u{e0041}', '\\u202e', '\\0', '\\e'];
  const inLines = [...hidden, '\u200b', '\u200d', '\u200f', '\\u2028', '\u00ad', '\u034f', '\u3164', '\\n'];
  for (const character of hidden) {
    test(`such as ${visible(character)} are refused in a description`, () => {
      const problem = onlyProblemOf(manifestText({ description: `"a${character}b"` }));
      assert.equal(problem.field, 'description');
      assert.match(problem.message, /unprintable character U\+/);
    });
  }
  for (const character of inLines) {
    test(`such as ${visible(character)} are refused in a license, a version of the format or a namespace`, () => {
      for (const field of ['license', 'prime-version']) {
        assert.equal(onlyProblemOf(manifestText({ [field]: `"a${character}b"` })).field, field);
      }
      assert.equal(onlyProblemOf(manifestText({ namespaces: `["@a${character}b"]` })).field, 'namespaces');
    });
  }

  test('are allowed in a description if a script needs them', () => {
    for (const description of ['می\u200cخواهم', '\u200fعربي', '👩‍👩‍👧', 'two\n\nparagraphs\t']) {
      assert.equal(
        accepted(manifestText({ description: JSON.stringify(description) })).description,
        description,
      );
    }
  });
});

describe('lists that contain themselves', () => {
  test('are walked once, in any field', () => {
    for (const text of [
      'a: &a [*a]\nb: &b [*b]\n',
      'a: &a [*a]\nb: &a [*a]\nc: *a\n',
      'tags: &a [x, *a]\nb: [*a, *a]\n',
      'x: &a { y: [1, *a] }\nz: [*a]\n',
    ]) {
      assert.equal(accepted(good + text).name.full, accepted(good).name.full);
    }
    assert.equal(onlyProblemOf(`${good}namespaces: &a [*a]\nb: [*a]\n`).field, 'namespaces');
  });
});

describe('bulk', () => {
  test('of 100,000 keys is refused', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => index.toString(36)).join(': \n');
    assert.match(onlyProblemOf(`${good}${keys}:\n`).message, /bytes; at most/);
    const flow = Array.from({ length: 50_000 }, (_, index) => index.toString(36)).join(',');
    assert.match(onlyProblemOf(`${good}x: {${flow}}\n`).message, /too much structure/);
  });

  test('of 5,000 keys is accepted', () => {
    const keys = Array.from({ length: 5000 }, (_, index) => `key-${index}: value of the key\n`).join('');
    assert.deepEqual(accepted(good + keys), accepted(good));
  });

  test('of one long text is accepted', () => {
    const text = 'word '.repeat(50_000);
    assert.equal(accepted(manifestText({ description: `"${text}"` })).description, text);
    const folded = `>\n${'  a line of the description\n'.repeat(5000)}`;
    assert.equal(accepted(manifestText({ description: folded })).description.length, 26 * 5000);
  });

  test('in one field is refused with a short message', () => {
    for (const field of ['name', 'version', 'atoms', 'namespaces', 'sha256']) {
      assert.equal(onlyProblemOf(manifestText({ [field]: `"${'A'.repeat(200_000)}"` })).field, field);
    }
    assert.match(
      onlyProblemOf(manifestText({ name: `"@a/${'\\x01'.repeat(50_000)}"` })).message,
      /characters/,
    );
  });

  for (const unit of [
    '[',
    '{',
    '}',
    '"',
    "'",
    '- ',
    '? ',
    ': ',
    '&a ',
    '*a ',
    '!a ',
    '|\n',
    '>\n',
    '#',
    '\n',
    '\t',
    ' ',
    '%\n',
    '---\n',
    '...\n',
    'a: ',
    '<<: *a\n',
    '😀',
    '\\',
    '"\\',
  ]) {
    test(`of ${JSON.stringify(unit)} repeated is handled`, () => {
      assertAnswered(utf8(filled(unit)));
      assertAnswered(utf8(unit.repeat(5000)));
    });
  }
});

describe('any input is handled', () => {
  test('as random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300, size: 'max' }), assertAnswered));
  });

  const fragments = fc.oneof(
    fc.constantFrom(...'[]{},:?-&*!|>%@`#"\'\\~= \n\t\r\0'),
    fc.constantFrom(
      '\n  ',
      '\n- ',
      ': ',
      '- ',
      '? ',
      '---\n',
      '...\n',
      '%YAML 1.2\n',
      '<<: ',
      '&a ',
      '*a',
      '!!str ',
      '!!binary ',
      '!x ',
      '"\\x',
      '\\u',
      '|2-\n',
      '>+\n',
    ),
    fc.constantFrom(
      'name: ',
      'version: ',
      'description: ',
      'license: ',
      'prime-version: ',
      'atoms: ',
      'namespaces: ',
      'sha256: ',
      'tags: ',
    ),
    fc.constantFrom(
      '"@acme/x"',
      '1.0.0',
      'MIT',
      '["@a"]',
      '5',
      'null',
      '__proto__',
      'constructor',
      '\ufeff',
      '\u0085',
      '\u2028',
      '😀',
      '\ud800',
    ),
    fc.string({ unit: CODE_POINT, maxLength: 3 }),
  );

  test('as text that looks like YAML', () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 40, size: 'max' }), (parts) =>
        assertAnswered(utf8(parts.join(''))),
      ),
    );
  });

  test('as a valid manifest with parts removed and inserted', () => {
    const full = `${manifestText({ atoms: '5', namespaces: '["@acme"]', tags: '[css]' })}x: &a { y: [1, *a] }\n`;
    const edit = fc.record({
      at: fc.nat(full.length),
      cut: fc.nat(6),
      put: fc.oneof(fc.constant(''), fragments),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const text = edits.reduce((so, { at, cut, put }) => so.slice(0, at) + put + so.slice(at + cut), full);
        assertAnswered(utf8(text));
      }),
    );
  });

  test('as a valid manifest with changed bytes', () => {
    const bytes = utf8(manifestText({ description: '日本語 é', atoms: '5' }));
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = bytes.slice();
        for (const [at, byte] of changes) changed[at] = byte;
        assertAnswered(changed);
      }),
    );
  });

  test('with the same result twice', () => {
    for (const text of [`${good}x: !!binary AAAA\n`, `${good}x: !!set { a }\n`, `${good}x: [`, good]) {
      assert.deepEqual(parseManifest(utf8(text)), parseManifest(utf8(text)));
    }
    assert.equal(problemsOf('{}').length, 5);
  });
});
