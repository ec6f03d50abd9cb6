// Serializers are made of the schemas that they need, and shared only by what is equal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildLazySerializer } from '../../../src/http/responses/lazy-serializers.ts';

const inner = { $id: 'Inner', type: 'object', properties: { kept: { type: 'string' } } };
const outer = {
  $id: 'Outer',
  type: 'object',
  properties: { list: { type: 'array', items: { $ref: 'Inner#' } } },
};
const document = { list: [{ kept: 'a', left: 'b' }], other: 1 };

/** Writes the document as an answer with the schema, with these schemas in the app. */
function write(schema: object, ...schemas: readonly { readonly $id: string }[]): string {
  const build = buildLazySerializer(Object.fromEntries(schemas.map((one) => [one.$id, one])), {});
  return build({ schema, url: '/search', method: 'GET', httpStatus: '200' } as never)(document);
}

test('follows references from schema to schema', () => {
  assert.equal(write({ $ref: 'Outer#' }, inner, outer), '{"list":[{"kept":"a"}]}');
});

test('reads no schema that is not needed', () => {
  const broken = { $id: 'Broken', type: 'nonsense' };
  assert.equal(write({ $ref: 'Outer#' }, broken, inner, outer), '{"list":[{"kept":"a"}]}');
});

test('the same reference to other schemas has another serializer', () => {
  const other = { ...inner, properties: { left: { type: 'string' } } };
  assert.equal(write({ $ref: 'Outer#' }, inner, outer), '{"list":[{"kept":"a"}]}');
  assert.equal(write({ $ref: 'Outer#' }, other, outer), '{"list":[{"left":"b"}]}');
});
