// One YAML 1.2 document, within limits, that all readers read in the same way.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accepted, manifestText, onlyProblemOf } from './manifest-text.ts';

const good = manifestText();

function refused(text: string, why: RegExp): void {
  const problem = onlyProblemOf(text);
  assert.equal(problem.field, 'manifest');
  assert.match(problem.message, why);
}

describe('a manifest is one document', () => {
  for (const text of [
    `---\n${good}`,
    `---\n${good}...\n`,
    `${good}...\n# the end\n`,
    `# note\n\n---\n${good}`,
  ]) {
    test(`as in ${JSON.stringify(text.slice(0, 12))} to ${JSON.stringify(text.slice(-14))}`, () => {
      assert.deepEqual(accepted(text), accepted(good));
    });
  }
  for (const text of [
    `${good}---\n`,
    `${good}---\n${good}`,
    `---\n---\n${good}`,
    `${good}...\n${good}`,
    `${good}...\n---\na\n`,
  ]) {
    test(`and no second one: ${JSON.stringify(text.slice(0, 12))} to ${JSON.stringify(text.slice(-14))}`, () => {
      refused(text, /more than one YAML document/);
    });
  }
});

describe('directives', () => {
  test('may declare YAML 1.2 and tags', () => {
    assert.deepEqual(accepted(`%YAML 1.2\n---\n${good}`), accepted(good));
    assert.deepEqual(accepted(`%TAG !e! tag:example.org,2000:\n---\n${good}x: !e!y 1\n`), accepted(good));
  });
  test('must not declare anything else', () => {
    refused(`%YAML 1.1\n---\n${good}`, /declares YAML 1\.1; use YAML 1\.2/);
    refused(`%YAML 1.3\n---\n${good}`, /Unsupported YAML version 1\.3; remove the directive/);
    refused(`%YAML 2.0\n---\n${good}`, /Unsupported YAML version 2\.0/);
    refused(`%YAML x\n---\n${good}`, /Unsupported YAML version x/);
    refused(`%FOO bar\n---\n${good}`, /Unknown directive %FOO/);
    refused(`%YAML 1.2\n${good}`, /not valid YAML/);
  });
});

describe('invalid YAML is reported with its position', () => {
  const cases: readonly (readonly [value: string, column: number, why: RegExp])[] = [
    ['@acme/x', 4, /cannot start with reserved character @; put the value in quotes/],
    ['`x`', 4, /cannot start with reserved character `; put the value in quotes/],
    ['a: b', 4, /put a value that holds a colon in quotes/],
    ['"a', 6, /Missing closing "quote/],
    ['"\\q"', 5, /'\\q' is not an escape sequence/],
    ['[a', 6, /Flow sequence/],
    ['a]: }', 4, /not valid YAML/],
    ['!u!x 1', 4, /Could not resolve tag: !u!x/],
    ['&a &b 1', 7, /at most one anchor/],
    ['%a', 4, /cannot start with directive indicator/],
  ];
  for (const [value, column, why] of cases) {
    test(`as in x: ${value}`, () => {
      const problem = onlyProblemOf(`${good}x: ${value}`);
      assert.match(problem.message, why);
      assert.deepEqual([problem.line, problem.column], [6, column]);
    });
  }

  test('and a tab for indentation as well', () => {
    const problem = onlyProblemOf(`${good}x:\n\ty: 1\n`);
    assert.match(problem.message, /Tabs are not allowed as indentation; indent with spaces/);
    assert.equal(problem.line, 7);
  });
});

describe('keys', () => {
  test('must not be repeated: a field of the contract', () => {
    for (const repeated of [
      'license: MIT',
      '"license": MIT',
      '? license\n: MIT',
      '!x license: MIT',
      '&a license: MIT',
    ]) {
      const problem = onlyProblemOf(`${good}${repeated}\n`);
      assert.deepEqual([problem.field, problem.line], ['license', 6]);
      assert.match(problem.message, /is given more than once; keep one 'license'/);
    }
  });

  test('must not be repeated: an unknown one, reported once', () => {
    for (const key of ['x', '__proto__', 'constructor', 'manifesto', '""', '~']) {
      const problem = onlyProblemOf(good + `${key}: 1\n`.repeat(40));
      assert.match(problem.message, /is given more than once/);
      assert.equal(problem.line, 7);
    }
    assert.equal(onlyProblemOf(`${good}x: 1\nx: 2\n`).field, 'x');
  });

  test('must not be repeated: one with unprintable characters, or a long one', () => {
    assert.equal(onlyProblemOf(`${good}"\\x01": 1\n"\\x01": 2\n`).field, '\\u{1}');
    const long = 'k'.repeat(1000);
    assert.match(onlyProblemOf(`${good}${long}: 1\n${long}: 2\n`).field, /^k{80}… \(1000 characters\)$/);
  });

  test('must not be repeated at any depth', () => {
    for (const value of [
      '{ a: 1, a: 2 }',
      '[[{ a: { b: 1, "b": 2 } }]]',
      '\n  a: 1\n  b: 2\n  a: 3',
      '\n  ? { a: 1, a: 2 }\n  : 3',
    ]) {
      const problem = onlyProblemOf(`${good}x: ${value}\n`);
      assert.equal(problem.field, 'manifest');
      assert.match(problem.message, /has the key '[ab]' more than once in one mapping/);
      assert.ok(problem.line !== undefined && problem.line >= 6);
    }
    accepted(`${good}x: [{ a: 1 }, { a: 2 }, { b: { a: 1 }, a: 2 }]\n`);
  });

  test('must not be aliases, which could hide a second name', () => {
    refused(`x: &k license\n${good}*k : MIT\n`, /has an alias as a key; write the key itself/);
    refused(`x: &k a\n${good}y: { *k : 1, a: 2 }\n`, /has an alias as a key/);
  });
});

describe('aliases', () => {
  const aliases = (count: number): string => `x: &a "@a"\n${good}y: [${'*a, '.repeat(count)}]\n`;

  test('are limited in number', () => {
    accepted(aliases(20));
    refused(aliases(21), /more than 20 aliases/);
    refused(aliases(5000), /more than 20 aliases/);
  });

  test('must have an anchor before them', () => {
    refused(`${good}x: *a\n`, /has the alias 'a' whose anchor is not defined before it/);
    refused(`${good}x: *a\ny: &a 1\n`, /alias 'a'/);
    assert.deepEqual(onlyProblemOf(`${good}x: [1, *a]\n`).line, 6);
  });

  test('are never expanded, so that a small text cannot become a large one', () => {
    const letters = [...'bcdefghijk'];
    const bomb = letters.map((letter, index) => {
      const before = 'abcdefghijk'.charAt(index);
      return `${letter}: &${letter} [*${before}, *${before}]\n`;
    });
    assert.deepEqual(accepted(`${good}a: &a [x, x]\n${bomb.join('')}`), accepted(good));
    accepted(`${good}loop: &l [*l, { again: *l }]\n`);
  });
});
