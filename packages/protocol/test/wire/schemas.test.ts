// The wire schemas: the fields of the contract under their own names, and the same rules as the parsers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';

import { Check } from 'typebox/schema';
import { ERROR_CODES } from '../../src/error-codes.ts';
import { parsePrimeName } from '../../src/names/prime-name.ts';
import { isVersion } from '../../src/versions/version.ts';
import { ProblemSchema } from '../../src/wire/problem.ts';
import { PublishReceiptSchema } from '../../src/wire/publish-receipt.ts';
import { NameSchema, VersionSchema } from '../../src/wire/scalars.ts';
import { SearchResultsSchema } from '../../src/wire/search/search-results.ts';
import { VersionListSchema } from '../../src/wire/version-list.ts';
import { VersionManifestSchema } from '../../src/wire/version-manifest.ts';
import { YankReceiptSchema } from '../../src/wire/yank-receipt.ts';
import { primeNames, safeVersions } from '../arbitraries.ts';

const sha256 = 'ab'.repeat(32);
const tarball = '/pack/@acme/web-style/1.4.0/tarball';
const published_at = '2026-11-21T09:30:00Z';

interface Answer {
  readonly answer: string;
  readonly schema: object;
  /** The fields that the contract, or RFC 9457, requires. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly additions: Readonly<Record<string, unknown>>;
}

const answers: readonly Answer[] = [
  {
    answer: 'a version list',
    schema: VersionListSchema,
    fields: { name: '@acme/web-style', versions: [{ version: '1.4.0', published_at }], latest: '1.4.0' },
    additions: {},
  },
  {
    answer: 'a version manifest',
    schema: VersionManifestSchema,
    fields: {
      name: '@acme/web-style',
      version: '1.4.0',
      description: 'Rules of style',
      license: 'Apache-2.0',
      atoms: 3,
      namespaces: ['@acme'],
      'prime-version': '1.0',
      sha256,
      tarball_url: tarball,
    },
    additions: { published_at, size_bytes: 10, yanked: false },
  },
  {
    answer: 'a publish receipt',
    schema: PublishReceiptSchema,
    fields: { name: '@acme/web-style', version: '1.4.0', sha256, url: tarball },
    additions: {},
  },
  {
    answer: 'search results',
    schema: SearchResultsSchema,
    fields: { results: [{ name: '@acme/web-style', version: '1.4.0', description: 'Rules', score: 0.5 }] },
    additions: { total: 1 },
  },
  {
    answer: 'a yank receipt',
    schema: YankReceiptSchema,
    fields: { name: '@acme/web-style', version: '1.4.0', yanked: true, yanked_at: published_at },
    additions: {},
  },
  {
    answer: 'a problem',
    schema: ProblemSchema,
    fields: {
      type: 'about:blank',
      title: 't',
      status: 400,
      detail: 'd',
      code: 'invalid_query',
      request_id: 'r',
    },
    additions: { errors: [{ field: 'q', message: 'is missing', line: 1, column: 1 }] },
  },
];

describe('the schema of', () => {
  for (const { answer, schema, fields, additions } of answers) {
    test(`${answer} has the contract's fields and requires each of them`, () => {
      const whole: Record<string, unknown> = { ...fields, ...additions };
      assert.ok(Check(schema, whole));
      for (const field of Object.keys(fields)) {
        const { [field]: _left, ...others } = whole;
        assert.equal(Check(schema, others), false, field);
        assert.equal(Check(schema, { ...whole, [field]: null }), false, field);
      }
    });
  }

  test('a version list may have an empty latest', () => {
    assert.ok(Check(VersionListSchema, { name: '@a/b', versions: [], latest: '' }));
  });

  test('search results requires scores above 0 and at most 1', () => {
    const scored = (score: number): boolean => {
      const result = { name: '@a/b', version: '1.0.0', description: '', score };
      return Check(SearchResultsSchema, { results: [result], total: 1 });
    };
    assert.deepEqual([0, 0.001, 1, 1.01].map(scored), [false, true, true, false]);
  });

  test('a problem describes every code', () => {
    for (const [code, { status, title }] of Object.entries(ERROR_CODES)) {
      assert.ok(
        Check(ProblemSchema, {
          type: 'about:blank',
          title,
          status,
          detail: 'd',
          code,
          request_id: 'r',
        }),
      );
    }
  });
});

describe('the pattern of', () => {
  test('a name is that of the parser', () => {
    fc.assert(fc.property(primeNames, (name) => Check(NameSchema, name)));
    for (const name of ['@acme', '@Acme/x', '@a/-', '@a/b\n', 'x@a/b', `@a/${'b'.repeat(65)}`]) {
      assert.equal(parsePrimeName(name).ok, false);
      assert.equal(Check(NameSchema, name), false, name);
    }
  });

  test('a version is that of the parser', () => {
    fc.assert(fc.property(safeVersions, (text) => Check(VersionSchema, text)));
    const unit = fc.constantFrom(...'0019aZ..--+');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 10, size: 'max' }), (tail) => {
        const text = `1.0.0${tail}`;
        assert.equal(Check(VersionSchema, text), isVersion(text));
      }),
    );
    assert.equal(Check(VersionSchema, `1.0.0-${'a'.repeat(123)}`), false);
  });
});
