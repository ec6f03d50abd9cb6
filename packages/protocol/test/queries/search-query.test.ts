// The limits of a search; no text is syntax.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { parseSearchQuery, type SearchQuery } from '../../src/queries/search-query.ts';
import { assertSentence } from '../sentence.ts';

function accepted(raw: Readonly<Record<string, unknown>>): SearchQuery {
  const parsed = parseSearchQuery(raw);
  assert.ok('query' in parsed, JSON.stringify(parsed));
  return parsed.query;
}

function refusedFields(raw: Readonly<Record<string, unknown>>): string[] {
  const parsed = parseSearchQuery(raw);
  assert.ok('problems' in parsed, 'accepted');
  for (const { message } of parsed.problems) assertSentence(message);
  return parsed.problems.map(({ field }) => field);
}

describe('q', () => {
  test('alone means 20 results from the first', () => {
    assert.deepEqual(accepted({ q: 'caching' }), { text: 'caching', limit: 20, offset: 0 });
  });

  test('is trimmed', () => {
    assert.equal(accepted({ q: ' \t\u00a0web style\n' }).text, 'web style');
  });

  test('has 1 to 256 characters after trimming, as people count them', () => {
    assert.equal(accepted({ q: 'a' }).text, 'a');
    assert.equal(accepted({ q: ` ${'a'.repeat(256)} ` }).text.length, 256);
    assert.equal(accepted({ q: '😀'.repeat(256) }).text.length, 512);
    assert.deepEqual(refusedFields({ q: 'a'.repeat(257) }), ['q']);
    assert.deepEqual(refusedFields({ q: '😀'.repeat(257) }), ['q']);
  });

  for (const raw of [
    {},
    { q: undefined },
    { q: '' },
    { q: ' \t ' },
    { q: ['a', 'b'] },
    { q: ['a'] },
    { Q: 'a' },
  ]) {
    test(`is refused as ${JSON.stringify(raw)}`, () => assert.deepEqual(refusedFields(raw), ['q']));
  }

  for (const text of [
    '"',
    '*',
    '%',
    '-',
    'a -b',
    '(',
    'NEAR(',
    'a AND',
    'q:x',
    "'; --",
    '\\',
    'a\0b',
    '😀',
    '__proto__',
  ]) {
    test(`is just text: ${JSON.stringify(text)}`, () => assert.equal(accepted({ q: text }).text, text));
  }
});

describe('limit and offset', () => {
  const inRange: readonly (readonly [field: 'limit' | 'offset', text: string, value: number])[] = [
    ['limit', '1', 1],
    ['limit', '100', 100],
    ['offset', '0', 0],
    ['offset', '10000', 10_000],
  ];
  for (const [field, text, value] of inRange) {
    test(`${field} may be ${text}`, () => assert.equal(accepted({ q: 'a', [field]: text })[field], value));
  }

  const anything = [
    '',
    ' ',
    '-1',
    '+1',
    '1.0',
    '1e1',
    '0x10',
    '١',
    'ten',
    '1 ',
    'NaN',
    '9'.repeat(400),
    ['1', '2'],
    '1\0',
  ];
  const outside: readonly (readonly [field: string, values: readonly unknown[]])[] = [
    ['limit', ['0', '101', ...anything]],
    ['offset', ['10001', ...anything]],
  ];
  for (const [field, values] of outside) {
    for (const value of values) {
      test(`${field} must not be ${JSON.stringify(value).slice(0, 40)}`, () => {
        assert.deepEqual(refusedFields({ q: 'a', [field]: value }), [field]);
      });
    }
  }

  test('are refused with their range', () => {
    const parsed = parseSearchQuery({ q: 'a', limit: '0', offset: '10001' });
    assert.ok('problems' in parsed);
    const [limit, offset] = parsed.problems.map(({ message }) => message);
    assert.match(limit ?? '', /from 1 to 100$/);
    assert.match(offset ?? '', /from 0 to 10000$/);
  });
});

test('all invalid parameters are reported together', () => {
  assert.deepEqual(refusedFields({ q: '', limit: '0', offset: 'x' }), ['q', 'limit', 'offset']);
});

test('unknown parameters are ignored', () => {
  assert.deepEqual(accepted({ q: 'a', page: '3', constructor: 'x' }), { text: 'a', limit: 20, offset: 0 });
});

test('any query is accepted within the limits, or refused in sentences', () => {
  const value = fc.option(
    fc.oneof(fc.string({ unit: CODE_POINT }), fc.array(fc.string()), fc.nat().map(String)),
    {
      nil: undefined,
    },
  );
  fc.assert(
    fc.property(fc.record({ q: value, limit: value, offset: value }), (raw) => {
      const parsed = parseSearchQuery(raw);
      if ('problems' in parsed) {
        assert.ok(parsed.problems.length > 0);
        for (const { message } of parsed.problems) assertSentence(message);
        return;
      }
      const { text, limit, offset } = parsed.query;
      assert.equal(text, text.trim());
      assert.ok([...text].length >= 1 && [...text].length <= 256);
      assert.ok(limit >= 1 && limit <= 100 && offset >= 0 && offset <= 10_000);
    }),
  );
});
