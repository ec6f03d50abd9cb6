// The parts of an answer that are cached: everything that is shared, nothing that belongs to one request.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { finishResponse } from '../../../src/http/response-cache/finish-response.ts';
import { toProblem } from '../../../src/http/responses/problem.ts';

const ROUTE = '/pack/:scope/:name';
const HEADERS = {
  'x-request-id': 'of-one',
  'x-content-type-options': 'nosniff',
  'content-type': 'application/json; charset=utf-8',
  'content-length': 12,
  etag: '"tag"',
  date: 'Thu, 01 Jan 1970 00:00:00 GMT',
  connection: 'close',
  'keep-alive': 'timeout=1',
};

const finish = (body: string | Uint8Array, status = 200, requestId = 'of-one') =>
  finishResponse({ status, headers: HEADERS, body, requestId, quotedPath: '"/pack/@acme/a"', route: ROUTE });

describe('the headers', () => {
  test('are the shared ones, with the length of this body', () => {
    const { headers, headersOf304, etag } = finish('{"a":"\u00e9"}');
    const shared = ['x-content-type-options', 'nosniff'];
    const type = ['content-type', 'application/json; charset=utf-8'];
    assert.deepEqual(headers, [...shared, ...type, 'etag', '"tag"', 'content-length', '10']);
    assert.deepEqual(headersOf304, [...shared, 'etag', '"tag"']);
    assert.equal(etag, '"tag"');
  });

  test('have no length if the body contains the request id', () => {
    const { headers, bodyBytes } = finish('{"request_id":"of-one"}', 404);
    assert.equal(headers.includes('content-length'), false);
    assert.equal(bodyBytes, '{"request_id":""}'.length);
  });
});

describe('a body', () => {
  test('that is not a problem is kept unchanged, even if it contains the id', () => {
    const body = '{"name":"of-one"}';
    const finished = finish(body);
    assert.equal(finished.body, body);
    assert.equal(finished.requestIdAt, undefined);
    const bytes = Buffer.from([0, 127, 128, 255]);
    const { body: kept, encoding } = finish(bytes);
    assert.deepEqual(Buffer.from(String(kept), encoding), bytes);
    const large = Buffer.alloc(50_000);
    assert.equal(finish(large).body, large);
  });

  test('of text has its length in bytes and the right encoding', () => {
    for (const [body, bodyBytes, encoding] of [
      ['plain', 5, 'latin1'],
      ['caf\u00e9', 5, 'utf8'],
      ['\u7f51\u9875', 6, 'utf8'],
      ['\ud83c\udf89', 4, 'utf8'],
      ['', 0, 'latin1'],
    ] as const) {
      const finished = finish(body);
      assert.deepEqual([finished.bodyBytes, finished.encoding], [bodyBytes, encoding], body);
    }
  });
});

test('problems differ only in the id, whatever the id and wherever else it is in the text', () => {
  const id = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'09azAZ._-'), minLength: 1, maxLength: 20 }),
    fc.constantFrom('request_id', 'code', 'd', '4', '404', 'not_found', '-', '.', 'acme', 'null'),
  );
  const detail = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'a"\\{}\n', '\u00e9', '\u7f51', '\ud83c\udf89', '\u0000') }),
    id,
    fc.constant('@acme/other \u00e9 \ud83c\udf89'),
  );
  const property = fc.property(id, id, detail, fc.boolean(), (first, next, text, isRepeated) => {
    const error = new RegistryError('not_found', {
      detail: isRepeated ? `${text}"${first}"}${first}` : text,
    });
    const problem = (requestId: string): string => JSON.stringify(toProblem(error, requestId));
    const { body, bodyBytes, requestIdAt, encoding } = finish(problem(first), 404, first);
    assert.ok(typeof body === 'string' && requestIdAt !== undefined);
    const given = body.slice(0, requestIdAt) + next + body.slice(requestIdAt);
    assert.equal(given, problem(next));
    assert.equal(bodyBytes + next.length, Buffer.byteLength(problem(next)));
    assert.deepEqual(Buffer.from(given, encoding), Buffer.from(problem(next)));
  });
  fc.assert(property, COSTLY);
});
