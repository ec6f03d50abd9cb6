// A manifest is complete, or every missing and every malformed field is reported.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { findHiddenInLine } from '../../src/text/hidden-characters.ts';
import { primeNames, safeVersions } from '../arbitraries.ts';
import { accepted, manifestText, onlyProblemOf, problemsOf } from './manifest-text.ts';

const REQUIRED = ['name', 'version', 'description', 'license', 'prime-version'];

describe('a manifest', () => {
  test('may have only the required fields', () => {
    assert.deepEqual(accepted(manifestText()), {
      name: { full: '@acme/web-style', scope: '@acme', shortName: 'web-style' },
      version: { full: '1.4.0', identity: '1.4.0', numbers: ['1', '4', '0'], prerelease: [] },
      description: 'Rules of style for the web',
      license: 'Apache-2.0',
      primeVersion: '1.0',
      atoms: undefined,
      namespaces: undefined,
      sha256: undefined,
      tags: [],
      requires: {},
    });
  });

  test('may have the optional fields as well', () => {
    const sha256 = 'c0ffee00'.repeat(8);
    const manifest = accepted(
      manifestText({ atoms: '42', namespaces: '["@acme", "@web"]', sha256, tags: '[css, html]' }),
    );
    assert.equal(manifest.atoms, 42);
    assert.deepEqual(manifest.namespaces, ['@acme', '@web']);
    assert.equal(manifest.sha256, sha256);
    assert.deepEqual(manifest.tags, ['css', 'html']);
  });

  for (const field of REQUIRED) {
    test(`without ${field} is refused with a line to add`, () => {
      const problem = onlyProblemOf(manifestText({ [field]: undefined }));
      assert.equal(problem.field, field);
      const line = /add a line such as '(.+)'$/.exec(problem.message)?.[1];
      assert.ok(line?.startsWith(`${field}: `));
      // The advice is correct: with the added line, the manifest is accepted.
      accepted(`${manifestText({ [field]: undefined })}${line}\n`);
    });
  }

  test('without fields is refused with every required one', () => {
    assert.deepEqual(
      problemsOf('{}').map(({ field }) => field),
      REQUIRED,
    );
  });

  test('is refused with its missing and malformed fields together, each once', () => {
    const text = manifestText({ name: '"@Acme/x"', license: undefined, atoms: '-1', sha256: 'abc' });
    assert.deepEqual(
      problemsOf(text)
        .map(({ field }) => field)
        .toSorted(),
      ['atoms', 'license', 'name', 'sha256'],
    );
  });

  test('that is not a mapping has one problem, not one for each field', () => {
    for (const text of [
      '',
      '# nothing\n',
      '--- \n',
      'web-style',
      '- name\n- version\n',
      '"name: x"',
      '[name]',
    ]) {
      const problem = onlyProblemOf(text);
      assert.equal(problem.field, 'manifest');
      assert.match(problem.message, /not a mapping/);
    }
  });

  test('may have unknown fields', () => {
    const unknown = manifestText({
      'x-internal': '{ deep: [1, { a: ~ }], when: 2026-11-21 }',
      Name: 'other',
      latest: '9.9.9',
      yanked: 'true',
      published_at: 'never',
      __proto__x: 'y',
      constructor: '{ prototype: { name: x } }',
      toString: '1',
    });
    const withProto = `${unknown}__proto__: { name: "@evil/x", atoms: 7 }\n? [a, list]\n: as a key\n? { a: map }\n: too\n`;
    assert.deepEqual(accepted(withProto), accepted(manifestText()));
    assert.equal(Object.hasOwn(Object.prototype, 'atoms'), false);
  });

  test('may have custom tags in unknown fields', () => {
    const text = `${manifestText()}when: !date 2026\nset: !!set { a: 1 }\nbinary: !!binary "?"\n`;
    assert.equal(accepted(text).license, 'Apache-2.0');
  });

  for (const merged of ['<<: { name: "@evil/x" }', 'x:\n  - <<: {}', '"<<": {}', '? <<\n: {}']) {
    test(`must not have the merge key ${JSON.stringify(merged)}`, () => {
      const problem = onlyProblemOf(`${manifestText()}${merged}\n`);
      assert.equal(problem.field, 'manifest');
      assert.match(problem.message, /has the merge key '<<', which some YAML readers obey/);
    });
  }

  test('may be JSON, which is YAML', () => {
    const json = {
      name: '@acme/x',
      version: '1.0.0',
      description: 'd',
      license: 'MIT',
      'prime-version': '1',
      atoms: 3,
    };
    assert.equal(accepted(JSON.stringify(json)).atoms, 3);
    assert.equal(accepted(JSON.stringify(json, undefined, 2)).name.full, '@acme/x');
  });

  test('returns the same texts for any quoting', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60, size: 'max' }).filter((text) => {
      return text.trim() !== '' && findHiddenInLine(text) === undefined;
    });
    fc.assert(
      fc.property(primeNames, safeVersions, words, words, (name, version, description, license) => {
        const manifest = accepted(
          manifestText({
            name: JSON.stringify(name),
            version,
            description: JSON.stringify(description),
            license: `'${license.replaceAll("'", "''")}'`,
          }),
        );
        assert.equal(manifest.name.full, name);
        assert.equal(manifest.version.full, version);
        assert.equal(manifest.description, description);
        assert.equal(manifest.license, license);
      }),
    );
  });
});
