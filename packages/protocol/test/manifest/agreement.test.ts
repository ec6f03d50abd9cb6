// The published manifest and the pack.yaml inside the tarball must agree.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findDisagreements, type PublishedFields } from '../../src/manifest/agreement.ts';
import type { FieldProblem } from '../../src/text/field-problem.ts';
import { assertPrintable, assertSentence } from '../sentence.ts';
import { manifestText, utf8 } from './manifest-text.ts';

const published: PublishedFields = {
  name: '@acme/web-style',
  version: '1.4.0',
  description: 'Rules of style for the web',
  license: 'Apache-2.0',
  'prime-version': '1.0',
  atoms: 3,
  namespaces: ['@web', '@acme'],
  sha256: '0123456789abcdef'.repeat(4),
};

function disagreements(packed: string): FieldProblem[] {
  const problems = findDisagreements(published, utf8(packed));
  for (const { field, message } of problems) {
    assertPrintable(field);
    assertSentence(message);
  }
  return problems;
}

describe('the pack.yaml in a tarball agrees', () => {
  const agreeing: readonly (readonly [why: string, packed: string])[] = [
    ['when it is identical', manifestText()],
    [
      'when it has the same values in another notation',
      manifestText({ 'prime-version': '1.0', version: '"1.4.0"', license: '>-\n  Apache-2.0' }),
    ],
    ['when it has the counted values', manifestText({ atoms: '3', namespaces: '["@acme", "@web"]' })],
    [
      'when it has the namespaces in another order or repeated',
      manifestText({ namespaces: '["@web", "@acme", "@web"]' }),
    ],
    ['when it leaves fields out', 'name: "@acme/web-style"\n'],
    ['when it has no fields', '{}'],
    ['when it has more keys', manifestText({ tags: '[a]', internal: 'yes', tarball_url: '/elsewhere' })],
  ];
  for (const [why, packed] of agreeing) test(why, () => assert.deepEqual(disagreements(packed), []));
});

describe('the pack.yaml in a tarball disagrees', () => {
  const different: readonly (readonly [field: string, value: string])[] = [
    ['name', '"@acme/web-styles"'],
    ['version', '1.4.1'],
    ['version', '1.4.0+build'],
    ['description', 'Rules'],
    ['license', 'MIT'],
    ['prime-version', '1.00'],
    ['atoms', '4'],
    ['namespaces', '["@acme"]'],
    ['namespaces', '["@acme", "@web", "@more"]'],
    ['namespaces', '[]'],
    ['sha256', 'f'.repeat(64)],
  ];
  for (const [field, value] of different) {
    test(`when its ${field} is ${value.slice(0, 30)}`, () => {
      const [problem, ...others] = disagreements(manifestText({ [field]: value }));
      assert.deepEqual(others, []);
      assert.equal(problem?.field, field);
      assert.match(problem?.message ?? '', /as published, but .+ in the tarball's own pack\.yaml/);
    });
  }

  test('with both values shown and what to do', () => {
    assert.deepEqual(disagreements(manifestText({ license: 'MIT' })), [
      {
        field: 'license',
        message: "is 'Apache-2.0' as published, but 'MIT' in the tarball's own pack.yaml; make them the same",
      },
    ]);
    // A file cannot contain the digest of its own archive.
    assert.match(
      disagreements(manifestText({ sha256: 'f'.repeat(64) }))[0]?.message ?? '',
      /; leave it out of the tarball$/,
    );
  });

  test('in every field that differs, all reported together', () => {
    const packed = manifestText({
      name: '"@acme/x"',
      version: '2.0.0',
      description: 'd',
      license: 'l',
      'prime-version': '2',
    });
    assert.deepEqual(
      disagreements(packed)
        .map(({ field }) => field)
        .toSorted(),
      ['description', 'license', 'name', 'prime-version', 'version'],
    );
  });

  test('when a field of it is malformed, with its line', () => {
    const [problem, ...others] = disagreements(manifestText({ version: 'one' }));
    assert.deepEqual(others, []);
    assert.equal(problem?.field, 'tarball');
    assert.match(problem?.message ?? '', /^its pack\.yaml, line 2: version: 'one' is not a semantic version/);
  });

  test('when it cannot be read', () => {
    for (const packed of [
      '',
      '- a\n',
      'a: [',
      `${manifestText()}license: MIT\n`,
      '\0',
      'x'.repeat(300_000),
    ]) {
      const [problem, ...others] = disagreements(packed);
      assert.deepEqual(others, []);
      assert.equal(problem?.field, 'tarball');
    }
  });
});
