// Compares the model's precedence with the specification's example and with the registry's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, parseVersion, selectLatest, type Version } from '@prime-registry/protocol';
import { SeededRandom } from '@prime-registry/testkit';
import { drawVersion } from '../../src/model/draft.ts';
import { chooseLatest, comparePrecedence } from '../../src/model/precedence.ts';

function parsed(text: string): Version {
  const version = parseVersion(text);
  assert.ok(version.ok);
  return version.value;
}

test('the order is that of the specification (semver.org, item 11)', () => {
  const ordered =
    '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 2.0.0 2.1.0 2.1.1'.split(
      ' ',
    );
  assert.deepEqual(ordered.toReversed().toSorted(comparePrecedence), ordered);
  assert.equal(comparePrecedence('1.0.0+a', '1.0.0+b'), 0);
  assert.ok(comparePrecedence('1.0.0', '99999999999999999999.0.0') < 0);
});

test('latest is the highest stable version, else the highest prerelease, else nothing', () => {
  assert.equal(chooseLatest(['1.0.0', '2.0.0-rc.1', '0.9.0']), '1.0.0');
  assert.equal(chooseLatest(['2.0.0-rc.2', '2.0.0-rc.10', '2.0.0-alpha']), '2.0.0-rc.10');
  assert.equal(chooseLatest([]), '');
});

test('the registry agrees, for all versions of a campaign', () => {
  const random = new SeededRandom('precedence');
  for (let count = 0; count < 2000; count += 1) {
    const [a, b, c] = [drawVersion(random), drawVersion(random), drawVersion(random)];
    assert.equal(Math.sign(comparePrecedence(a, b)), compareVersions(parsed(a), parsed(b)), `${a} and ${b}`);
    const latest = selectLatest([a, b, c].map((version) => ({ version: parsed(version), yanked: false })));
    assert.equal(comparePrecedence(chooseLatest([a, b, c]), latest?.version.full ?? ''), 0, `${a} ${b} ${c}`);
  }
});
