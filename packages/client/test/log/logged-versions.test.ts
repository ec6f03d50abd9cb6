// What a log says about its versions: found by name and version, listed by name, changed in place.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { LoggedVersions } from '../../src/log/logged-versions.ts';

const digest = (text: string): string => hash('sha256', text);
const PLAIN = { isYanked: false, isRemoved: false };

test('thousands of versions are found, each with what was said of it', () => {
  const versions = new LoggedVersions();
  const keys = Array.from({ length: 5000 }, (_, index) => ({
    name: `@acme/prime-${index % 700}`,
    version: `${Math.floor(index / 700)}.${index % 3}.0`,
  }));
  for (const [index, key] of keys.entries()) {
    assert.equal(versions.find(key), undefined);
    versions.add(key, digest(`${key.name} ${key.version}`), { ...PLAIN, index });
  }
  assert.equal(versions.size, 5000);
  assert.equal(versions.names.size, 700);
  for (const [index, key] of keys.entries()) {
    const row = versions.find(key);
    assert.ok(row !== undefined);
    assert.deepEqual(versions.at(row), { ...PLAIN, index });
    assert.ok(versions.hasDigest(row, digest(`${key.name} ${key.version}`)));
    assert.ok(!versions.hasDigest(row, digest(key.name)));
  }
  assert.equal(versions.find({ name: '@acme/prime-0', version: '9.9.9' }), undefined);
  assert.equal(versions.find({ name: '@acme/other', version: '0.0.0' }), undefined);
  assert.deepEqual(
    [...versions.listOf('@acme/prime-5')].map(([version, { index }]) => [version, index]),
    keys.flatMap(({ name, version }, index) => (name === '@acme/prime-5' ? [[version, index]] : [])),
  );
  assert.deepEqual([...versions.listOf('@acme/other')], []);
});

test('a yank, its end and a removal change one version, and keep where it came from', () => {
  const versions = new LoggedVersions();
  const [a, b] = ['1.0.0', '2.0.0'].map((version) => ({ name: '@acme/a', version }));
  assert.ok(a !== undefined && b !== undefined);
  const origin = 'https://primes.example';
  versions.add(a, digest('a'), { ...PLAIN, index: 1, origin });
  versions.add(b, digest('b'), { isYanked: true, isRemoved: false, index: 2 });
  const stateOf = (key: typeof a) => versions.at(versions.find(key) ?? -1);
  versions.setYanked(0, true);
  assert.deepEqual(stateOf(a), { index: 1, origin, isYanked: true, isRemoved: false });
  assert.deepEqual(stateOf(b), { index: 2, isYanked: true, isRemoved: false });
  versions.setYanked(1, false);
  versions.setRemoved(0);
  assert.deepEqual(stateOf(a), { index: 1, origin, isYanked: true, isRemoved: true });
  assert.deepEqual(stateOf(b), { index: 2, ...PLAIN });
});

test('an index beyond 32 bits is refused, not cut off', () => {
  const add = () =>
    new LoggedVersions().add({ name: '@acme/a', version: '1.0.0' }, digest('a'), {
      ...PLAIN,
      index: 2 ** 32,
    });
  assert.throws(add, /entry #4294967296 is too far/);
});
