// Where the contract leaves the form open, all usual ones are accepted, and no others.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { findDigestSpelling } from '../../src/expectations/expect.ts';
import { shapeProblems, VERSION_MANIFEST } from '../../src/expectations/shape.ts';
import { isUtcTimestamp } from '../../src/expectations/timestamp.ts';

test('a digest is recognised in hexadecimal and base64, with or without a prefix', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (content) => {
      const bytes = Buffer.from(content);
      const digest = createHash('sha256').update(bytes).digest();
      const hex = digest.toString('hex');
      assert.equal(findDigestSpelling(hex, bytes), 'hex');
      for (const spelling of [
        `sha256:${hex}`,
        `SHA256:${hex}`,
        digest.toString('base64'),
        digest.toString('base64url'),
      ]) {
        assert.notEqual(findDigestSpelling(spelling, bytes), undefined, spelling);
      }
      assert.notEqual(findDigestSpelling(`sha256-${digest.toString('base64')}`, bytes), undefined);
      for (const wrong of ['', hex.slice(1), `${hex}0`, `sha512:${hex}`, hex.split('').reverse().join('')]) {
        assert.equal(findDigestSpelling(wrong, bytes), undefined, wrong);
      }
    }),
  );
});

test('all forms of an ISO 8601 timestamp in UTC are recognised', () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: new Date('1000-01-01'), max: new Date('9999-12-31') }),
      (date) => {
        const text = date.toISOString();
        assert.ok(isUtcTimestamp(text), text);
        assert.ok(isUtcTimestamp(text.replace(/\.\d+Z$/, 'Z')));
        assert.ok(isUtcTimestamp(text.replace('Z', '+00:00')));
        assert.ok(isUtcTimestamp(text.replaceAll(/[-:]/g, '')));
      },
    ),
  );
});

test('other timestamps are not', () => {
  const wrong = [
    '',
    '2026-01-31',
    '2026-01-31 12:00:00Z',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00:00+01:00',
  ];
  wrong.push(
    '2026-02-30T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-01-31T25:00:00Z',
    '1769860800',
    'yesterday',
  );
  wrong.push('2026-0131T12:00:00Z', 'Sat, 31 Jan 2026 12:00:00 GMT');
  for (const text of wrong) assert.ok(!isUtcTimestamp(text), text);
});

test('a shape reports each field that is missing or has another type, and allows other fields', () => {
  const good = {
    ...{ name: '@a/b', version: '1.0.0', description: '', license: 'MIT', atoms: 0, namespaces: [] },
    ...{ 'prime-version': '1.0', sha256: '', tarball_url: '', more: 1 },
  };
  assert.deepEqual(shapeProblems(good, VERSION_MANIFEST), []);
  const { license: _, ...rest } = good;
  const bad = { ...rest, atoms: 1.5, namespaces: ['a'], name: null };
  assert.deepEqual(
    shapeProblems(bad, VERSION_MANIFEST).map((problem) => problem.split(' ')[0]),
    ['name', 'license', 'atoms', 'namespaces'],
  );
  assert.equal(shapeProblems([], VERSION_MANIFEST).length, 1);
});
