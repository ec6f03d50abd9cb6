// The version that is suggested if one is taken.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareVersions, parseVersion, type Version } from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';
import { nextVersion } from '../../src/version/next-version.ts';

function versionOf(text: string): Version {
  const parsed = parseVersion(text);
  assert.ok(parsed.ok, text);
  return parsed.value;
}

describe('the next version', () => {
  for (const [taken, next] of [
    ['1.0.0', '1.0.1'],
    ['0.1.9', '0.1.10'],
    ['1.2.3+build.5', '1.2.4'],
    ['2.0.0-beta.1', '2.0.0-beta.2'],
    ['2.0.0-beta.9+x', '2.0.0-beta.10'],
    ['2.0.0-rc', '2.0.0-rc.1'],
    ['1.0.99999999999999999999', '1.0.100000000000000000000'],
  ] as const) {
    it(`is ${next} after ${taken}`, () => assert.equal(nextVersion(versionOf(taken)), next));
  }

  it('is always higher', () => {
    const identifier = fc.oneof(fc.nat().map(String), fc.stringMatching(/^[a-z-][0-9a-z-]{0,4}$/));
    const texts = fc
      .tuple(fc.nat(), fc.nat(), fc.nat(), fc.array(identifier, { maxLength: 3 }))
      .map(
        ([a, b, c, prerelease]) => `${a}.${b}.${c}${prerelease.length > 0 ? `-${prerelease.join('.')}` : ''}`,
      );
    fc.assert(
      fc.property(texts, (text) => {
        const taken = versionOf(text);
        assert.ok(compareVersions(versionOf(nextVersion(taken)), taken) > 0);
      }),
    );
  });
});
