// Versions that are newer than the installed one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseRange } from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';
import { rangeOf, ranges, versions } from '@prime-registry/testkit/ranges';
import semver from 'semver';
import { findNewer } from '../../src/resolve/index.ts';

const list = {
  versions: ['1.0.0', '1.4.0', '1.5.0-beta', '2.0.0'].map((version) => ({ version })),
  latest: '2.0.0',
};

describe('newer versions', () => {
  for (const [current, range, wanted, latest] of [
    ['1.0.0', '^1.0', '1.4.0', '2.0.0'],
    ['1.4.0', '^1.0', undefined, '2.0.0'],
    ['1.0.0', 'latest', '2.0.0', '2.0.0'],
    ['1.0.0', '1.0.0', undefined, '2.0.0'],
    ['2.0.0', '^1.0', undefined, undefined],
    ['2.0.0+build', '*', undefined, undefined],
    ['3.0.0-beta', 'latest', undefined, undefined],
    ['1.5.0-alpha', '^1.5.0-alpha', '1.5.0-beta', '2.0.0'],
  ] as const) {
    test(`than ${current}, with ${range} wanted, are ${wanted} and ${latest}`, () => {
      assert.deepEqual(findNewer(list, current, rangeOf(range)), { wanted, latest });
    });
  }

  test('are none in a list without versions, and never yanked ones', () => {
    const none = { wanted: undefined, latest: undefined };
    assert.deepEqual(findNewer({ versions: [], latest: '' }, '1.0.0', rangeOf('*')), none);
    const yanked = { versions: [{ version: '2.0.0', yanked: true }], latest: '2.0.0' };
    assert.deepEqual(findNewer(yanked, '1.0.0', rangeOf('*')), none);
  });

  test('are none where the current one is no version', () => {
    const none = { wanted: undefined, latest: undefined };
    assert.deepEqual(findNewer(list, 'unknown', rangeOf('*')), none);
  });

  test('are never a downgrade', () => {
    fc.assert(
      fc.property(fc.array(versions), versions, ranges, (texts, current, text) => {
        const range = parseRange(text);
        fc.pre(range.ok);
        const entries = texts.map((version) => ({ version }));
        const newer = findNewer({ versions: entries, latest: texts[0] ?? '' }, current, range.value);
        for (const version of Object.values(newer)) {
          if (version !== undefined) assert.ok(semver.gt(version, current), `${version} after ${current}`);
        }
      }),
    );
  });
});
