// The key `requires` of a pack.yaml: what is read, and where each mistake is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseManifest } from '../../src/manifest/manifest.ts';
import { accepted, manifestText, onlyProblemOf, problemsOf, utf8 } from './manifest-text.ts';

describe('requires', () => {
  test('is a mapping of names to ranges', () => {
    const requires = '\n  "@acme/core": ^1.2\n  "@acme/css": ">=1 <2 || 3.x"\n  "@acme/base": 1.10';
    assert.deepEqual(accepted(manifestText({ requires })).requires, {
      '@acme/base': '1.10',
      '@acme/core': '^1.2',
      '@acme/css': '>=1 <2 || 3.x',
    });
  });

  test('is empty if there is none', () => {
    assert.deepEqual(accepted(manifestText()).requires, {});
    assert.deepEqual(accepted(manifestText({ requires: '{}' })).requires, {});
  });

  test('may be an alias of another key', () => {
    const text = `deps: &d { "@acme/core": ^1 }\n${manifestText({ requires: '*d' })}`;
    assert.deepEqual(accepted(text).requires, { '@acme/core': '^1' });
  });

  for (const [value, why] of [
    ['', /is not a mapping/],
    ['"@acme/core"', /is not a mapping/],
    ['["@acme/core@^1"]', /is not a mapping/],
    ['!!map { "@acme/core": ^1 }', /is not a mapping/],
    ['{ "@acme/core": [^1] }', /entry that is not a name with a range/],
    ['{ "@acme/core": }', /not a version range|not a name with a range/],
    ['{ "@acme/core": !!int 1 }', /entry that is not a name with a range/],
    ['{ "@acme/core": latest }', /moves from version to version/],
    ['{ "@acme/web-style": "*" }', /the Prime itself/],
  ] as const) {
    test(`cannot be ${value}`, () => {
      const problem = onlyProblemOf(manifestText({ requires: value }));
      assert.equal(problem.field, 'requires');
      assert.match(problem.message, why);
      assert.equal(problem.line, 6);
    });
  }

  test('has each mistake with its line', () => {
    const requires = '\n  "@acme/core": ^^1\n  core: ^1\n  "@acme/css": ^1';
    const lines = problemsOf(manifestText({ requires })).map(({ field, line }) => [field, line]);
    assert.deepEqual(lines, [
      ['requires', 7],
      ['requires', 8],
    ]);
  });

  test('is left out on request, well-formed or not', () => {
    for (const requires of ['[node]', '{ "@acme/core": ^1 }']) {
      const parsed = parseManifest(utf8(manifestText({ requires })), { withoutRequires: true });
      assert.ok('manifest' in parsed);
      assert.deepEqual(parsed.manifest.requires, {});
    }
  });

  test('cannot have a name twice', () => {
    const text = manifestText({ requires: '\n  "@acme/core": ^1\n  "@acme/core": ^2' });
    assert.match(onlyProblemOf(text).message, /twice|more than once|unique/i);
  });
});
