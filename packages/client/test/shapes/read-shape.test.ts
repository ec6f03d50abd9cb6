// Answers are read by their wire schemas: compared with TypeBox's validator on answers with one changed
// value.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  AtomDetailsSchema,
  AtomDiffSchema,
  AtomListSchema,
  PrimeListSchema,
  PublishReceiptSchema,
  RichSearchResultsSchema,
  SearchResultsSchema,
  VersionListSchema,
  VersionManifestSchema,
  type WireSchema,
} from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';
import { Check } from 'typebox/schema';
import { readShape, relax, ShapeError } from '../../src/shapes/read-shape.ts';
import { answersOf, changesOf } from './arbitrary-answer.ts';

const SCHEMAS = [
  VersionListSchema,
  VersionManifestSchema,
  PublishReceiptSchema,
  SearchResultsSchema,
  RichSearchResultsSchema,
  PrimeListSchema,
  AtomListSchema,
  AtomDetailsSchema,
  AtomDiffSchema,
];

/** Anything that JSON can hold in place of a value, except for null. */
const REPLACEMENTS = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<unknown>(0, 1, -1, 0.5, true, false, '', 'error', [], {}, [1], ['x'], { name: 'x' }),
  fc.jsonValue().filter((value) => value !== null),
);

const AMOUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** What the client checks: no pattern, no length, no range, except that integers are amounts. */
function withoutForms(schema: object): object {
  const withoutPatterns = (key: string, value: unknown) =>
    /^(pattern|maxLength|maximum|minimum|exclusiveMinimum|\$id)$/.test(key) ? undefined : value;
  const text = JSON.stringify(schema, withoutPatterns);
  return JSON.parse(text.replaceAll('"type":"integer"', JSON.stringify(AMOUNT).slice(1, -1)));
}

function read(schema: WireSchema, body: unknown): { value: unknown } | { message: string } {
  try {
    return { value: readShape(schema, body) };
  } catch (error) {
    assert.ok(error instanceof ShapeError);
    return { message: error.message };
  }
}

for (const schema of SCHEMAS) {
  describe(schema.$id, () => {
    const changed = answersOf(schema).chain((answer) => changesOf(answer, REPLACEMENTS));

    it('is accepted as it is', () => {
      fc.assert(
        fc.property(answersOf(schema), (answer) => assert.deepEqual(readShape(schema, answer), answer)),
      );
    });

    it('is accepted by the same rules as in another validator', () => {
      const oracle = withoutForms(schema);
      fc.assert(
        fc.property(changed, (answer) =>
          assert.equal('value' in read(schema, answer), Check(oracle, answer)),
        ),
        { numRuns: 500 },
      );
    });

    it('has no unknown fields in it', () => {
      const noisy = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(noisy);
        if (typeof value !== 'object' || value === null) return value;
        const fields = Object.entries(value).map(([name, field]) => [
          name,
          // Each key of a map is data.
          name === 'requires' || name === 'claims' ? field : noisy(field),
        ]);
        // As JSON.parse makes it: a field of its own.
        return Object.fromEntries([['__proto__', { polluted: true }], ...fields, ['extra', 1]]);
      };
      fc.assert(
        fc.property(answersOf(schema), (answer) => {
          assert.deepEqual(readShape(schema, noisy(answer)), answer);
        }),
      );
    });
  });
}

describe('an error', () => {
  const messageOf = (schema: WireSchema, body: unknown) => {
    const outcome = read(schema, body);
    return 'message' in outcome ? outcome.message : undefined;
  };
  const entry = { version: '1.0.0', published_at: 'then' };
  const list = { name: '@acme/a', versions: [entry], latest: '' };

  it('says where, what must be there and what is', () => {
    const wrong: [unknown, string][] = [
      [null, 'it must be an object, but is null'],
      [[], 'it must be an object, but is a list'],
      [{ ...list, versions: {} }, "'versions' must be a list, but is an object"],
      [{ ...list, versions: [entry, 'x'] }, "'versions[1]' must be an object, but is text"],
      [{ ...list, versions: [{ version: 1 }] }, "'versions[0].version' must be text, but is 1"],
      [{ ...list, versions: [{ version: 'x' }] }, "'versions[0].published_at' must be text, but is missing"],
      [{ ...list, latest: null }, "'latest' must be text, but is missing"],
      [
        { ...list, versions: [{ ...entry, yanked: 'no' }] },
        "'versions[0].yanked' must be true or false, but is text",
      ],
    ];
    for (const [body, message] of wrong) assert.equal(messageOf(VersionListSchema, body), message);
  });

  it('lists the words of an enum and never repeats the text of an answer', () => {
    const message = messageOf({ enum: ['error', 'warning'] }, 'pri_secret');
    assert.equal(message, 'it must be one of the words error, warning, but is text');
  });

  it('says which numbers are accepted', () => {
    for (const number of [-1, 1.5, 2 ** 53, Number.NaN])
      assert.equal(
        messageOf({ type: 'integer' }, number),
        `it must be a whole number from 0, but is ${number}`,
      );
    assert.equal(messageOf({ type: 'number' }, 1 / 0), 'it must be a number, but is Infinity');
  });
});

it('takes null for a field that is left out', () => {
  const schema = { type: 'object', required: [], properties: { a: { type: 'string' } } } as const;
  assert.deepEqual(readShape(schema, { a: null }), {});
});

it('makes required fields optional and leaves the schema as it was', () => {
  const schema = {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { type: 'string' }, b: { type: 'string' } },
  } as const;
  const { a, b = 'left out' }: { a: string; b?: string } = readShape(relax(schema, 'b'), { a: 'x' });
  assert.deepEqual([a, b], ['x', 'left out']);
  assert.throws(() => readShape(relax(schema, 'b'), { b: 'x' }), ShapeError);
  assert.throws(() => readShape(schema, { a: 'x' }), ShapeError);
});
