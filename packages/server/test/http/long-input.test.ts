// Every pattern for untrusted text takes linear time. The texts are far longer than allowed, and made for
// backtracking: a quadratic pattern would exceed the timeout of the test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  canonicalPath,
  parsePrimeName,
  parseScope,
  parseSearchQuery,
  parseVersion,
  RegistryError,
} from '@prime-registry/protocol';
import { parseParameterized } from '../../src/http/requests/multipart/parameterized-value.ts';
import { readBoundary } from '../../src/http/requests/multipart/read-form.ts';
import { createRequestIdReader } from '../../src/http/requests/request-id.ts';
import { routedTarget } from '../../src/http/requests/request-target.ts';
import { resolveRange } from '../../src/http/responses/byte-range.ts';
import { isNoneMatchFalse, isRangeCurrent } from '../../src/http/responses/entity-tag.ts';
import { mayHaveFileLinks } from '../../src/routes/files/file-links.ts';

const requestIdOf = createRequestIdReader(() => false);
const LENGTH = 2 ** 17;
const UNITS = [
  ' ',
  '\t',
  ';',
  ' ;',
  '; a=b',
  ';a="',
  '\\',
  '"',
  '\\"',
  'a',
  '0',
  '1.',
  '0-',
  '-',
  '.',
  ',',
  'W/',
  '%',
  '%40',
  '%2f',
  '/',
  '@',
  'é',
  'e\u0301',
  '\u0301',
];

/**
 * All readers that apply a pattern, with a beginning that the pattern accepts; their results do not matter
 * here.
 */
const READERS: readonly (readonly [start: string, read: (text: string) => unknown])[] = [
  ['form-data', parseParameterized],
  ['form-data; a="', parseParameterized],
  ['@a/', parsePrimeName],
  ['@', parseScope],
  ['1.0.0-', parseVersion],
  ['/pack/', canonicalPath],
  ['', (q) => parseSearchQuery({ q, limit: q })],
  ['bytes=', (text) => resolveRange(text, 1000)],
  ['', (text) => isNoneMatchFalse(text, '"x"')],
  ['', (text) => isRangeCurrent(text, '"x"')],
  ['http://', (url) => routedTarget({ url })],
  [
    '',
    (text) =>
      requestIdOf({ headers: { 'x-request-id': text } } as unknown as Parameters<typeof requestIdOf>[0]),
  ],
  ['multipart/form-data; boundary=', tryBoundary],
];

for (const unit of UNITS) {
  test(`${JSON.stringify(unit)}, repeated, is read in time`, { timeout: 30_000 }, () => {
    for (const [start, read] of READERS) {
      const text = start + unit.repeat(LENGTH / unit.length);
      read(text);
      read(`${text}\n`);
    }
  });
}

test('a text of a Prime is searched for links in time', { timeout: 60_000 }, () => {
  for (const unit of ['[\r', '[\u2028', '[\n', '](', '](<', '] ( ', '[a]\r', '<a', ' ']) {
    const text = unit.repeat(2 ** 20 / unit.length);
    assert.equal(mayHaveFileLinks(text) && mayHaveFileLinks(`${text}#`), unit.startsWith(']('));
  }
  assert.ok(mayHaveFileLinks('\r[guide]: docs/guide.md'));
});

/** Only its own refusals are expected. */
function tryBoundary(text: string): void {
  try {
    readBoundary(text);
  } catch (error) {
    assert.ok(error instanceof RegistryError);
  }
}
