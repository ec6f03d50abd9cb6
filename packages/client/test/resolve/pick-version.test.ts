// The choice of a version from a list, compared with the reference implementation.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseRange } from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';
import { rangeOf, ranges, versions } from '@prime-registry/testkit/ranges';
import semver from 'semver';
import { type PickableList, pickVersion } from '../../src/resolve/index.ts';

/** A list of versions; `!` in front of one means yanked. */
function listOf(texts: readonly string[], latest = ''): PickableList {
  const entries = texts.map((text) =>
    text.startsWith('!') ? { version: text.slice(1), yanked: true } : { version: text },
  );
  return { versions: entries, latest };
}

function pick(texts: readonly string[], range: string, latest?: string): string | undefined {
  return pickVersion(listOf(texts, latest), rangeOf(range));
}

describe('a range', () => {
  test('selects the highest matching version by precedence', () => {
    assert.equal(pick(['1.9.0', '1.10.0', '1.2.0', '2.0.0'], '^1.0'), '1.10.0');
    assert.equal(pick(['1.0.0', '2.0.0'], '^3.0'), undefined);
    assert.equal(pick([], '*'), undefined);
  });

  test('does not prefer `latest`', () => {
    assert.equal(pick(['1.0.0', '1.1.0'], '^1.0', '1.0.0'), '1.1.0');
  });

  test('never selects a yanked version', () => {
    assert.equal(pick(['1.0.0', '!1.1.0'], '^1.0'), '1.0.0');
    assert.equal(pick(['!1.1.0'], '1.1.0'), undefined);
    assert.equal(pick(['!1.1.0'], 'latest', '1.1.0'), undefined);
  });

  test('selects a prerelease only if it names one of the same numbers', () => {
    assert.equal(pick(['1.0.0', '1.1.0-beta'], '^1.0'), '1.0.0');
    assert.equal(pick(['1.1.0-alpha', '1.1.0-beta', '1.2.0-rc'], '^1.1.0-alpha'), '1.1.0-beta');
    assert.equal(pick(['1.0.0-beta'], '*'), undefined);
  });

  test('skips malformed versions, and those with too large numbers', () => {
    assert.equal(pick(['nonsense', '1.0', '1.0.0', '99999999999999999999.0.0'], '>=1'), '1.0.0');
  });

  test('selects the same version as the reference implementation', () => {
    const lists = fc.array(fc.tuple(versions, fc.boolean()), { maxLength: 12 });
    fc.assert(
      fc.property(lists, ranges, (entries, text) => {
        const parsed = parseRange(text);
        fc.pre(parsed.ok && parsed.value.kind === 'range');
        const offered = entries.filter(([, yanked]) => !yanked).map(([version]) => version);
        const list = entries.map(([version, yanked]) => ({ version, yanked }));
        const picked = pickVersion({ versions: list, latest: '' }, rangeOf(text));
        // If a version is listed twice, once as yanked, the other entry counts in both.
        assert.equal(picked ?? null, semver.maxSatisfying(offered, text), text);
      }),
    );
  });

  test('selects the same version for any order of the list', () => {
    const spellings = fc.tuple(versions, fc.constantFrom('', '+a', '+b')).map((parts) => parts.join(''));
    const shuffledLists = fc
      .array(spellings, { minLength: 1, maxLength: 10 })
      .chain((texts) =>
        fc.tuple(
          fc.constant(texts),
          fc.shuffledSubarray(texts, { minLength: texts.length, maxLength: texts.length }),
        ),
      );
    fc.assert(
      fc.property(
        shuffledLists,
        fc.oneof(ranges, fc.constant('latest'), versions),
        ([texts, shuffled], text) => {
          const range = parseRange(text);
          fc.pre(range.ok);
          const latest = texts[0] ?? '';
          for (const named of ['', latest, latest.split('+', 1)[0] ?? '']) {
            const picked = pickVersion(listOf(texts, named), range.value);
            assert.equal(pickVersion(listOf(shuffled, named), range.value), picked);
          }
        },
      ),
    );
  });
});

describe('latest', () => {
  test('is the version that the registry names', () => {
    assert.equal(pick(['1.0.0', '2.0.0'], 'latest', '1.0.0'), '1.0.0');
    assert.equal(pick(['1.0.0+build', '2.0.0'], 'latest', '1.0.0'), '1.0.0+build');
  });

  for (const [what, latest] of [
    ['is not in the list', '9.0.0'],
    ['is yanked', '3.0.0'],
    ['is empty', ''],
    ['is malformed', 'newest'],
  ] as const) {
    test(`is the highest stable version when the named one ${what}`, () => {
      assert.equal(pick(['1.9.0', '!3.0.0', '1.10.0', '2.0.0-rc.1'], 'latest', latest), '1.10.0');
    });
  }

  test('is the highest prerelease when there are only prereleases, and undefined in an empty list', () => {
    assert.equal(pick(['1.0.0-alpha', '1.0.0-beta', '!1.0.0'], 'latest'), '1.0.0-beta');
    assert.equal(pick(['!1.0.0'], 'latest'), undefined);
    assert.equal(pick([], 'latest'), undefined);
  });

  test('may have numbers of any length', () => {
    const [lower, higher] = ['99999999999999999998.0.0', '99999999999999999999.0.0'];
    assert.equal(pick([higher, lower, '1.0.0'], 'latest'), higher);
  });
});

describe('an exact version', () => {
  test('selects itself, with any build metadata', () => {
    assert.equal(pick(['1.0.0', '1.1.0'], '1.0.0'), '1.0.0');
    assert.equal(pick(['1.0.0+build.7', '1.1.0'], '1.0.0'), '1.0.0+build.7');
    assert.equal(pick(['1.0.0'], '1.0.0+build.7'), '1.0.0');
    assert.equal(pick(['1.0.1'], '1.0.0'), undefined);
  });

  test('may be a prerelease, and have numbers of any length', () => {
    assert.equal(pick(['1.0.0-beta', '1.0.0'], '1.0.0-beta'), '1.0.0-beta');
    assert.equal(
      pick(['99999999999999999998.0.0', '99999999999999999999.0.0'], '99999999999999999998.0.0'),
      '99999999999999999998.0.0',
    );
  });
});
