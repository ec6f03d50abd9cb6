// The atoms that are read from the fields of a source.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildInventory, describe, readOne, source } from '../build-inventory.ts';

test('an atom has its facts, its position and its edges', async () => {
  const written = `// Where it is from

rule PreferConst {
  id: "@s/rule-prefer-const"
  version: "1.2.0"
  label: "Prefer  const"
  domain: style
  description: "Declare with const."
  tags: [naming, "two words", naming]
  requires: [@s/b, @other/c]
}`;
  const atom = await readOne(`${written} // of this one\n`);
  const { texts: _, tokens: __, hash: ___, fields, ...facts } = atom;
  assert.deepEqual(facts, {
    id: '@s/rule-prefer-const',
    kind: 'rule',
    name: 'PreferConst',
    version: '1.2.0',
    label: 'Prefer const',
    description: 'Declare with const.',
    domain: 'style',
    tags: ['naming', 'two words'],
    edges: [
      { verb: 'requires', target: '@s/b', standing: 'dangling' },
      { verb: 'requires', target: '@other/c', standing: 'outside' },
    ],
    origin: 'source',
    path: 'primes/@s/one.prime',
    line: 3,
    source: written,
    problems: [],
  });
  assert.deepEqual(
    fields.map(({ field }) => field),
    ['description', 'domain', 'id', 'label', 'requires', 'tags', 'version'],
  );
});

suite('edges', () => {
  const cases: [title: string, line: string, edges: string[]][] = [
    ['of any field, once each', 'checks: [@s/a, @s/a]\n uses: @s/b', ['checks @s/a', 'uses @s/b']],
    ['by the innermost field', 'composition: { must-include: [@s/a], note: "x" }', ['must-include @s/a']],
    ['as compilers write them', 'edges: [{ type: requires, target: "@s/a" }]', ['requires @s/a']],
    ['in quotes, in the field of a known verb', 'related: ["@s/a", "not an id"]', ['related @s/a']],
    ['not of a text in another field', 'install: "@s/a"', []],
    ['not of a call', 'body: [@s/a(x) -> y]', []],
  ];
  for (const [title, line, edges] of cases) {
    test(title, async () => {
      const atom = await readOne(source('@s/one', line));
      assert.deepEqual(
        atom.edges.map(({ verb, target }) => `${verb} ${target}`),
        edges,
      );
    });
  }

  test('do not include its own id, in quotes or not', async () => {
    const { id, edges } = await readOne('rule One {\n  id: @s/one\n}\n');
    assert.deepEqual([id, edges], ['@s/one', []]);
  });

  test('beyond the limit are left out, with a warning', async () => {
    const targets = Array.from({ length: 300 }, (_, index) => `@s/a${index}`);
    const { edges, problems } = await readOne(source('@s/one', `related: [${targets.join(', ')}]`));
    assert.equal(edges.length, 256);
    assert.match(problems[0] ?? '', /^warning .*:1 this atom has 300 edges, and only the first 256 are used/);
  });
});

suite('an id', () => {
  const cases: [title: string, body: string, problem: RegExp][] = [
    ['that is missing', 'label: "x"', /:1 this atom has no id; add a line with 'id:' and '@s\/one'/],
    ['that is a list', 'id: [x]', /:2 an id must be a text, such as '@s\/one'/],
    ['without a scope', 'id: "one"', /:2 this is not an id: 'one' does not begin with '@'/],
    [
      'without a name',
      'id: "@s"',
      /:2 this is not an id: '@s' has no name after its scope; write an id such as '@s\/rule-one-thing'/,
    ],
    ['in capitals', 'id: "@s/One"', /:2 this is not an id: '@s\/One' has 'O' \(U\+004F\) in its name/],
    ['that ends oddly', 'id: "@s/one-"', /:2 .*does not begin and end with a letter or a digit/],
    ['that is too long', `id: "@s/${'a'.repeat(129)}"`, /:2 .*has a name of 129 characters/],
  ];
  for (const [title, body, problem] of cases) {
    test(`${title} makes the atom unreadable`, async () => {
      const { atoms, problems } = await buildInventory({
        'primes/@s/one.prime': `rule One {\n  ${body}\n}\n`,
      });
      assert.deepEqual(atoms, []);
      assert.match(describe(problems)[0] ?? '', problem);
      assert.equal(problems[0]?.severity, 'error');
    });
  }
});

test('other fields serve as the description, the label and a single domain', async () => {
  const atom = await readOne(`fact One {
  id: "@s/one"
  version: "1.0.0"
  name: "One thing"
  problem: "It is unclear."
  statement: "It says one thing."
  domain: [style, "type script"]
}
`);
  assert.deepEqual(
    [atom.description, atom.label, atom.domain, atom.problems],
    ['It says one thing.', 'One thing', 'style, type script', []],
  );
});

suite('malformed fields are left out of an atom, with a warning', () => {
  const cases: [line: string, problem: RegExp][] = [
    ['domain: { a: x }', /:5 the domain must be a word or a short text/],
    ['domain: "a\\u200bb"', /:5 the domain has the invisible character U\+200B/],
    [`tags: [a, "${'x'.repeat(129)}"]`, /:5 a tag must be a word or a short text, of 1 to 128 characters/],
    [
      `tags: [${Array.from({ length: 65 }, (_, index) => `t${index}`).join(', ')}]`,
      /:5 there are 65 tags, and only the first 64 are used/,
    ],
    ['label: {}', /:5 'label' must be a text that is not empty/],
    [`label: "${'x'.repeat(8193)}"`, /:5 'label' has 8193 characters and is cut at 8192/],
  ];
  for (const [line, problem] of cases) {
    test(line.slice(0, 40), async () => {
      const { problems, label, tags } = await readOne(source('@s/one', line));
      assert.match(problems[0] ?? '', problem);
      assert.equal(problems.length, 1);
      assert.ok((label?.length ?? 0) <= 8192 && tags.length <= 64);
    });
  }

  test('a version, and a missing description', async () => {
    const { version, description, problems } = await readOne(
      'rule One {\n  id: "@s/one"\n  version: 1.0\n}\n',
    );
    assert.deepEqual([version, description], [undefined, '']);
    assert.match(problems[0] ?? '', /:1 this atom has no description; add a line such as/);
    assert.match(problems[1] ?? '', /:3 '1\.0' is not a semantic version; write three numbers/);
  });
});

test('a file that is not UTF-8, or too long, is one problem', async () => {
  const { atoms, problems } = await buildInventory({
    'primes/a.prime': new Uint8Array([0xff]),
    'primes/b.prime': ' '.repeat(256 * 1024 + 1),
  });
  assert.deepEqual(atoms, []);
  assert.deepEqual(describe(problems), [
    'error primes/a.prime this file is not valid UTF-8; save it as UTF-8',
    'error primes/b.prime this file has 262145 bytes and was not read; the maximum is 262144',
  ]);
});

test('a byte order mark and CRLF change nothing', async () => {
  const text = source('@s/one', '  notes: """', '    a', '    b', '  """');
  const plain = await readOne(text);
  const other = await readOne(`\ufeff${text.replaceAll('\n', '\r\n')}`);
  assert.deepEqual(other, plain);
});
