// The fast YAML parser gives the same results as the full one.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { readPlainYaml } from '../../src/compiled/plain-yaml.ts';
import { readAnyYaml } from '../../src/compiled/read-yaml.ts';

function readAny(text: string): ReturnType<typeof readAnyYaml> {
  return readAnyYaml(new TextEncoder().encode(text));
}

test('the fast parser reads what compilers write', () => {
  const text = `id: "@s/one"
kind: rule
description: "It says \\"one\\" thing: 'a', — b\\\\c # d."
empty:
tokens:
  summary: 81
  core: "205"
relations:
  - { type: related, target: "@s/two" }
  - { type: requires, target: "@s/three" }
others:
  - type: related
    target: "@s/two"
  - type: "  - x: y"
created_at: "2026-05-10"`;
  const file = readPlainYaml(text);
  assert.deepEqual(
    file,
    new Map<string, unknown>([
      ['id', '@s/one'],
      ['kind', 'rule'],
      ['description', `It says "one" thing: 'a', — b\\c # d.`],
      ['empty', ''],
      ['tokens', undefined],
      [
        'relations',
        [
          new Map([
            ['type', 'related'],
            ['target', '@s/two'],
          ]),
          new Map([
            ['type', 'requires'],
            ['target', '@s/three'],
          ]),
        ],
      ],
      [
        'others',
        [
          new Map([
            ['type', 'related'],
            ['target', '@s/two'],
          ]),
          new Map([['type', '  - x: y']]),
        ],
      ],
      ['created_at', '2026-05-10'],
    ]),
  );
  assert.deepEqual(readAny(text), { file, problems: [] });
});

suite('left to the full YAML parser', () => {
  const cases: [title: string, text: string][] = [
    ['a key twice', 'a: b\na: c\n'],
    ['a key twice in an object', 'a:\n  b: c\n  b: d\n'],
    ['a key twice in an entry', 'a:\n  - { b: c, b: d }\n'],
    ['a text of several lines', 'a: "b\n  c"\n'],
    ['an escape that JSON has not', 'a: "\\x41"\n'],
    ['an anchor', 'a: &b c\n'],
    ['a block', 'a: |\n  b\n'],
    ['a comment', 'a: b # c\n'],
    ['another indentation', 'a:\n   b: c\n'],
    ['a line without a key', 'a: b\nc\n'],
    ['a control', 'a: "b\u0085"\n'],
    ['a line break of another kind', 'a: b\r'],
    ['much of it', `a: "${'b'.repeat(16 * 1024)}"\n`],
  ];
  for (const [title, text] of cases) test(title, () => assert.equal(readPlainYaml(text), undefined));
});

test('the fast parser gives the same result as the full one for everything that it reads', () => {
  const words = ['rule', '1.0.0', '1.10', 'null', 'true', '0x1F', '2026-05-10', '1e3', 'a-', 'b.'];
  const oddWords = ['.5', '-', '~', '@a', '*a', 'a b', 'a,b', '[]', '{}', "'a'", '|', ''];
  const signs = [...'ab0eu:#- \\"/nt{},[]&*!|>%@`\'?\t\ufeff\u2028\u0085'];
  const scalars = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.constantFrom(...oddWords) },
    {
      weight: 3,
      arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => JSON.stringify(text)),
    },
    {
      weight: 1,
      arbitrary: fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 }).map((text) => `"${text}"`),
    },
  );
  const goodKeys = ['id', 'kind', 'a', 'b-c', '_d', '__proto__', 'null', 'y', 'true', 'E5'];
  const keys = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...goodKeys) },
    { weight: 1, arbitrary: fc.constantFrom('<<', '1a', '"q"', '? a') },
  );
  const pairs = fc.tuple(keys, scalars).map(([key, scalar]) => `${key}: ${scalar}`);
  const items = fc
    .tuple(fc.array(pairs, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([inner, isFlow]) => `  - ${isFlow ? `{ ${inner.join(', ')} }` : inner.join('\n    ')}\n`);
  const values = fc.oneof(
    scalars.map((scalar) => ` ${scalar}\n`),
    fc.array(pairs, { maxLength: 3 }).map((lines) => `\n${lines.map((line) => `  ${line}\n`).join('')}`),
    fc.array(items, { maxLength: 3 }).map((lines) => `\n${lines.join('')}`),
  );
  const oddities = fc.constantFrom('\n', '# x\n', '---\n', '...\n', '  a: b\n', '    a: b\n', '  - a: b\n');
  const statements = fc.oneof(
    { weight: 15, arbitrary: fc.tuple(keys, values).map(([key, value]) => `${key}:${value}`) },
    { weight: 1, arbitrary: oddities },
  );
  let quick = 0;
  fc.assert(
    fc.property(fc.array(statements, { maxLength: 4 }), (parts) => {
      const text = parts.join('');
      const file = readPlainYaml(text);
      if (file === undefined) return;
      quick += 1;
      assert.deepEqual(readAny(text), { file, problems: [] });
    }),
  );
  assert.ok(quick > 0, 'none was read the quick way');
});
