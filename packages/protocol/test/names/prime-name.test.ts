// The character rules of names, and rejections that say what to change.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { parsePrimeName, parseScope, scopeOf } from '../../src/names/prime-name.ts';
import { primeNames } from '../arbitraries.ts';
import { assertSentence } from '../sentence.ts';

function rejection(text: string): string {
  const parsed = parsePrimeName(text);
  assert.ok(!parsed.ok, `accepted ${text}`);
  return parsed.message;
}

describe('a Prime name', () => {
  const sixtyFour = 'a'.repeat(64);
  for (const name of [
    '@acme/web-style',
    '@a/b',
    '@0/1',
    '@a.b_c-d/e.f_g-h',
    '@a--b/c..d',
    `@${sixtyFour}/${sixtyFour}`,
    '@1.0.0/style',
    '@acme/1.0',
    '@acme/v1.0.0',
    '@acme/tarball',
  ]) {
    test(`may be ${name.slice(0, 40)}`, () => {
      const parsed = parsePrimeName(name);
      assert.ok(parsed.ok);
      const slash = name.indexOf('/');
      assert.deepEqual(parsed.value, {
        full: name,
        scope: name.slice(0, slash),
        shortName: name.slice(slash + 1),
      });
      assert.equal(scopeOf(name), parsed.value.scope);
    });
  }

  const refused: readonly (readonly [name: string, why: RegExp])[] = [
    ['', /does not begin with '@'/],
    ['acme/web-style', /does not begin with '@'/],
    [' @acme/web-style', /does not begin with '@'/],
    ['＠acme/web-style', /does not begin with '@'/],
    ['@', /no short name/],
    ['@/', /no short name/],
    ['@acme/', /no short name/],
    ['@/web-style', /the scope is empty/],
    ['@acme/web/style', /more than one slash/],
    ['@acme//web', /more than one slash/],
    ['@Acme/web-style', /lower case: 'acme'/],
    ['@acme/Web-Style', /lower case: 'web-style'/],
    ['@acme/web style', /the short name has U\+0020; only a to z, 0 to 9, '-', '_' and '\.' are allowed$/],
    [`@acme/${'A'.repeat(64)}`, /lower case: 'a{64}'/],
    ['@acme/web-style\n', /the short name has U\+000A/],
    ['@acme/wéb', /the short name has 'é' \(U\+00E9\)/],
    ['@асме/web', /the scope has 'а' \(U\+0430\)/],
    ['@acme/web+style', /the short name has '\+'/],
    ['@acme/web%2fstyle', /the short name has '%'/],
    ['@acme/@web', /the short name has '@'/],
    ['@acme/web\0', /the short name has U\+0000/],
    ['@acme/\ud800', /the short name has U\+D800/],
    ['@-acme/web', /the scope must begin and end with a letter or a digit/],
    ['@acme/web-', /the short name must begin and end with a letter or a digit/],
    ['@acme/.web', /the short name must begin and end with a letter or a digit/],
    ['@acme/_', /the short name must begin and end with a letter or a digit/],
    ['@acme/..', /the short name must begin and end with a letter or a digit/],
    [`@${sixtyFour}a/web`, /the scope has 65 characters; at most 64/],
    [`@acme/${sixtyFour}a`, /the short name has 65 characters; at most 64/],
    ['@acme/1.0.0', /the short name may not itself be a version/],
    ['@acme/1.0.0-beta.1', /the short name may not itself be a version/],
  ];
  for (const [name, why] of refused) {
    test(`must not be ${JSON.stringify(name).slice(0, 40)}`, () => {
      assert.match(rejection(name), why);
      assertSentence(rejection(name));
    });
  }

  test('without a slash is refused with a valid name', () => {
    assert.match(rejection('@web-style'), /'@acme\/web-style'/);
    assert.match(rejection('@notes'), /'@acme\/notes'/);
  });

  test('is never suggested unless it is well-formed itself', () => {
    for (const name of ['@1.0.0', '@Web', `@${'a'.repeat(65)}`]) {
      assert.match(rejection(name), /such as '@acme\/web-style'/);
    }
    assert.doesNotMatch(rejection('@acme/We b'), /lower case/);
  });

  test('that is well-formed is accepted unchanged', () => {
    fc.assert(
      fc.property(primeNames, (name) => {
        const parsed = parsePrimeName(name);
        assert.ok(parsed.ok);
        assert.equal(parsed.value.full, name);
        assert.equal(`${parsed.value.scope}/${parsed.value.shortName}`, name);
      }),
    );
  });

  test('of any text is accepted by the rules, or refused in one sentence', () => {
    const characters = fc.oneof(
      fc.constantFrom(...'@/aZ0.-_ \n\0'),
      fc.string({ unit: CODE_POINT, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 150, size: 'max' }), (text) => {
        for (const candidate of [text, `@${text}`, `@a/${text}`]) {
          const parsed = parsePrimeName(candidate);
          if (parsed.ok) {
            const wellFormed = /^@[a-z0-9]([a-z0-9._-]*[a-z0-9])?\/[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/;
            assert.match(candidate, wellFormed);
          } else assertSentence(parsed.message);
        }
      }),
    );
  });
});

describe('a scope', () => {
  test('is the part before the slash of a name', () => {
    assert.deepEqual(parseScope('@acme'), { ok: true, value: '@acme' });
    fc.assert(
      fc.property(primeNames, (name) => {
        const parsed = parsePrimeName(name);
        assert.ok(parsed.ok && parseScope(parsed.value.scope).ok);
      }),
    );
  });

  const refused: readonly (readonly [scope: string, why: RegExp])[] = [
    ['', /does not begin with '@'/],
    ['acme', /does not begin with '@'/],
    ['*', /does not begin with '@'/],
    ['@', /the scope is empty/],
    ['@Acme', /the scope has 'A'.*lower case: 'acme'/],
    ['@acme/', /the scope has '\/'/],
    ['@acme/web', /the scope has '\/'/],
    ['@acme ', /the scope has U\+0020/],
    [`@${'a'.repeat(65)}`, /the scope has 65 characters/],
  ];
  for (const [text, why] of refused) {
    test(`must not be ${JSON.stringify(text).slice(0, 40)}`, () => {
      const parsed = parseScope(text);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, why);
      assertSentence(parsed.message);
    });
  }
});
