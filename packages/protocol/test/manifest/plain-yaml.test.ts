// Plain manifests are read without the parser. What it would make of them is the same, to the column.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { isScalar, isSeq, type Node } from 'yaml';
import { readPlainYaml } from '../../src/manifest/plain-yaml.ts';
import type { YamlMapping } from '../../src/manifest/yaml-entries.ts';
import { readAnyYaml } from '../../src/manifest/yaml-mapping.ts';
import { manifestText } from './manifest-text.ts';

function describeNode(node: unknown, { positionOf }: YamlMapping): unknown {
  const at = node === undefined ? undefined : positionOf(node as Node);
  if (isSeq(node))
    return { at, items: node.items.map((item) => describeNode(item, { positionOf } as never)) };
  if (!isScalar(node)) return node;
  const { value, type, source, tag } = node;
  return { at, value, type, source, tag };
}

function describeMapping(mapping: YamlMapping): unknown {
  return [...mapping.entries].map(([key, { node, position }]) => {
    return { key, position, node: describeNode(node, mapping) };
  });
}

/** @returns whether the text was plain */
function assertSame(text: string): boolean {
  const plain = readPlainYaml(text);
  if (plain === undefined) return false;
  const parsed = readAnyYaml(text);
  assert.ok('mapping' in parsed, `only the parser refuses ${JSON.stringify(text)}`);
  assert.deepEqual(describeMapping(plain), describeMapping(parsed.mapping), JSON.stringify(text));
  assert.deepEqual(parsed.mapping.problems, []);
  return true;
}

const PLAIN = [
  'name: "@acme/web-style"\nversion: 1.0.0\ndescription: Made by hand, for all: no\n'.replace(': no', ''),
  'a: 1.10\nb: 0x1F\nc: null\nd: true\ne: 12:30\nf: a#b\ng: "x: y # z"\nh: \'\'\ni: ""\n',
  '# a comment\n\na:   spaced\n\nlist:\n  - one\n  - "two: 2"\n# between\n  - \'three\'\n\nlast: x',
  'list:\n- a b\n- c\nother: []\ntags: [web, "a, b", \'c\' , two words]',
  'umlaut: Größe – 🎉 und mehr\nafter: "🎉"\nlist: ["🎉", b]',
];

const OTHER = [
  '',
  '# only a comment',
  'a:',
  'a:\nb: c',
  'a: b\na: c',
  'a: b\n  c',
  'a: b # c',
  'a: b ',
  'a: b: c',
  'a: |\n  b',
  'a: &x b\nc: *x',
  'a: {b: c}',
  'a:\n  b: c',
  'a:\n  - b\n - c',
  'a:\n  - b\n   - c',
  'a:\n  - b\n    c',
  'a:\n  - b: c',
  'a:\n  - - b',
  'a: b\n- c',
  '--- \na: b',
  'a: b\n---\nc: d',
  'a: b\n...',
  'a: "b\\n"',
  "a: 'it''s'",
  'a: [b, ]',
  'a: [b: c]',
  'a: [[b]]',
  'a: [b',
  'a: !!str b',
  '<<: a',
  '? a',
  'a: ~',
  'a:\tb',
  'a: b\r\n',
  '__proto__: a',
];

describe('plain YAML', () => {
  test('is read as by the parser', () => {
    for (const text of [manifestText(), ...PLAIN]) assert.equal(assertSame(text), true, text);
  });

  test('is nothing else', () => {
    for (const text of OTHER) assert.equal(assertSame(text), false, text);
    assert.equal(assertSame(`a: ${'b'.repeat(10_000)}`), false);
  });

  test('is the same for any text', () => {
    const key = fc.constantFrom('a', 'name', 'prime-version', 'y', '<<', '"a"', '- a', '  a', 'A');
    const piece = fc.constantFrom(
      ...[
        'a',
        'B b',
        '1.10',
        '-',
        '- ',
        ': ',
        ':',
        '#',
        ' #',
        ' ',
        '"',
        "'",
        '"a"',
        "'b'",
        '[',
        ']',
        ', ',
        '\\',
        '🎉',
      ],
      ...[
        '\n',
        '\n  ',
        '\n- ',
        '\n  - ',
        '\n\n',
        '|',
        '&x ',
        '*x',
        '!',
        '{',
        '}',
        '%',
        '@a',
        '`',
        '~',
        '...',
        '---',
        '=',
      ],
    );
    const value = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
    const line = fc.tuple(key, fc.constantFrom(': ', ':', ':  ', ':\n  - ', ':\n- ', ' : '), value);
    const text = fc
      .array(line, { minLength: 1, maxLength: 4 })
      .map((lines) => lines.map((parts) => parts.join('')).join('\n'));
    fc.assert(
      fc.property(text, (some) => {
        assertSame(some);
      }),
      { numRuns: 3000 },
    );
  });
});
