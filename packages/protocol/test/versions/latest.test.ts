// `latest`: the highest stable version, or else the highest prerelease, never a yanked one, for any order.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import semver from 'semver';
import { selectLatest } from '../../src/versions/latest.ts';
import { parseVersion } from '../../src/versions/version.ts';
import { safeVersions } from '../arbitraries.ts';

/** A leading `!` marks a yanked version. */
function latestOf(marked: readonly string[]): string | undefined {
  const candidates = marked.map((text) => {
    const parsed = parseVersion(text.replace('!', ''));
    assert.ok(parsed.ok);
    return { version: parsed.value, yanked: text.startsWith('!') };
  });
  return selectLatest(candidates)?.version.full;
}

describe('latest', () => {
  const cases: readonly (readonly [why: string, published: readonly string[], latest: string | undefined])[] =
    [
      ['is undefined without versions', [], undefined],
      ['is the only version', ['1.0.0'], '1.0.0'],
      ['compares by precedence, not by text', ['1.9.0', '1.10.0', '1.2.0'], '1.10.0'],
      ['compares by precedence, not by publish time', ['2.0.0', '1.9.9'], '2.0.0'],
      ['prefers a stable version to a higher prerelease', ['1.0.0', '2.0.0-beta.1'], '1.0.0'],
      ['prefers a stable version that came first or last', ['2.0.0-beta.1', '1.0.0'], '1.0.0'],
      ['is the highest prerelease when nothing is stable', ['1.0.0-rc.1', '1.0.0-beta.11'], '1.0.0-rc.1'],
      ['skips a yanked version', ['1.0.0', '!1.1.0'], '1.0.0'],
      ['is a prerelease when all stable versions are yanked', ['!1.0.0', '0.9.0-a', '0.9.0-b'], '0.9.0-b'],
      ['is undefined when every version is yanked', ['!1.0.0', '!2.0.0-a'], undefined],
      ['keeps build metadata', ['1.0.0+build.5'], '1.0.0+build.5'],
    ];
  for (const [why, published, latest] of cases) {
    test(why, () => {
      assert.equal(latestOf(published), latest);
      assert.equal(latestOf(published.toReversed()), latest);
    });
  }

  test('is the first version after sorting those that are not yanked', () => {
    const marked = fc.array(
      fc.tuple(fc.boolean(), safeVersions).map(([yanked, text]) => (yanked ? `!${text}` : text)),
    );
    fc.assert(
      fc.property(marked, (published) => {
        const open = published.filter((text) => !text.startsWith('!')).toSorted(semver.compare);
        const stable = open.filter((text) => semver.prerelease(text) === null);
        assert.equal(latestOf(published), stable.at(-1) ?? open.at(-1));
      }),
    );
  });

  test('is the first of several that differ in build metadata alone', () => {
    assert.equal(latestOf(['1.0.0+b', '1.0.0+a']), '1.0.0+b');
    assert.equal(latestOf(['1.0.0-rc.1+b', '1.0.0-rc.1+c']), '1.0.0-rc.1+b');
  });

  test('returns the candidate itself', () => {
    const parsed = parseVersion('1.0.0');
    assert.ok(parsed.ok);
    const candidate = { version: parsed.value, yanked: false, publishedAt: 7 };
    assert.equal(selectLatest([candidate]), candidate);
  });
});
