// The spec of a Prime and its versions.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parsePrimeSpec } from '../../src/resolve/index.ts';

describe('a spec', () => {
  for (const [text, range] of [
    ['@acme/web-style', 'latest'],
    ['@acme/web-style@latest', 'latest'],
    ['@acme/web-style@^1.2', '^1.2'],
    ['@acme/web-style@1.4.0-beta.1+build', '1.4.0-beta.1+build'],
    ['@acme/web-style@>=1   <2', '>=1 <2'],
    ['@acme/web-style@99999999999999999999.0.0', '99999999999999999999.0.0'],
    ['@acme/web-style@*', '*'],
  ] as const) {
    test(`may be ${text}`, () => {
      const parsed = parsePrimeSpec(text);
      assert.ok(parsed.ok);
      assert.equal(parsed.value.range, range);
      assert.deepEqual(parsed.value.name, {
        full: '@acme/web-style',
        scope: '@acme',
        shortName: 'web-style',
      });
    });
  }

  const refused: readonly (readonly [text: string, why: RegExp])[] = [
    ['', /does not begin with '@'/],
    ['web-style@^1.2', /does not begin with '@'; use '@<scope>\/<name>', such as '@acme\/web-style'/],
    ['@web-style@^1.2', /has no short name; use '@<scope>\/<name>', such as '@acme\/web-style'/],
    ['@Acme/web-style@1.0.0', /lower case/],
    ['@acme/web-style/1.0.0', /more than one slash/],
    ['@acme/web-style@', /no range after the '@'; use '@acme\/web-style@\^1\.2', or '@acme\/web-style'/],
    ['@acme/web-style@ ', /no range after the '@'/],
    ['@acme/web-style@Beta', /no channel can have this name.*\(as in '@acme\/web-style@\^1\.2'\)/],
    ['@acme/web-style@v1.2', /leave out the 'v' \(as in '@acme\/web-style@\^1\.2'\)/],
    ['@acme/web-style@1.0.0@2', /is not a version range/],
    ['@@acme/web-style', /no short name/],
    ['@', /no short name/],
  ];
  for (const [text, why] of refused) {
    test(`cannot be ${JSON.stringify(text)}, and the message says what would be correct`, () => {
      const parsed = parsePrimeSpec(text);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, why);
    });
  }
});
