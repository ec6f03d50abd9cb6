// Locked versions: the same bytes or an error, and only from configured registries.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Resolver } from '../../src/resolve/index.ts';
import { failureOf } from './resolution-failure.ts';
import { SHA256, StubRegistry } from './stub-registry.ts';

const NAME = '@acme/web-style';
const OTHER_SHA256 = 'cd'.repeat(32);

describe('a locked version', () => {
  let first: StubRegistry;
  let second: StubRegistry;
  let third: StubRegistry;
  let resolver: Resolver;
  const locked = { name: NAME, version: '1.0.0', sha256: SHA256, registry: 'https://second.example' };

  beforeEach(() => {
    first = new StubRegistry('https://first.example');
    second = new StubRegistry('https://second.example');
    third = new StubRegistry('https://third.example');
    resolver = new Resolver({ registries: [first, second, third] });
  });

  test('is requested first from the registry in the lock file', async () => {
    for (const registry of [first, second, third]) registry.publish(NAME, ['1.0.0']);
    const { registry, manifest, yanked, warnings } = await resolver.resolveLocked(locked);
    assert.equal(registry, second);
    assert.equal(manifest.sha256, SHA256);
    assert.equal(yanked, undefined);
    assert.deepEqual(warnings, []);
    assert.deepEqual([...first.requests, ...third.requests], []);
  });

  test('is then requested from the others, in order', async () => {
    for (const registry of [first, third]) registry.publish(NAME, ['1.0.0']);
    assert.equal((await resolver.resolveLocked(locked)).registry, first);
    assert.deepEqual(second.requests, [`manifest ${NAME} 1.0.0`]);
    assert.deepEqual(third.requests, []);
  });

  test('may come from a configured registry when the one in the lock file is not configured', async () => {
    first.publish(NAME, ['1.0.0']);
    const moved = { ...locked, registry: 'https://gone.example' };
    assert.equal((await resolver.resolveLocked(moved)).registry, first);
  });

  test('with another digest is an error that names the registry and both digests, and no other is asked', async () => {
    first.publish(NAME, ['1.0.0']);
    second.publish(NAME, ['1.0.0'], { sha256: OTHER_SHA256 });
    const error = await failureOf(resolver.resolveLocked(locked), 'digest-mismatch');
    assert.deepEqual(error.registries, ['https://second.example']);
    assert.match(
      error.message,
      /sha256 cdcdcdcdcdcd… in https:\/\/second\.example, but abababababab… in the lock/,
    );
    assert.deepEqual([...first.requests, ...third.requests], []);
  });

  test('with another digest in a mirror is an error too', async () => {
    first.publish(NAME, ['1.0.0'], { sha256: OTHER_SHA256 });
    third.publish(NAME, ['1.0.0']);
    const error = await failureOf(resolver.resolveLocked(locked), 'digest-mismatch');
    assert.deepEqual(error.registries, ['https://second.example', 'https://first.example']);
    assert.deepEqual(third.requests, []);
  });

  test('that was yanked is accepted, with its reason and a warning', async () => {
    second.publish(NAME, ['1.0.0'], { yanked: true, yank_reason: 'wrong rules\nin § 3' });
    const { registry, yanked, warnings } = await resolver.resolveLocked(locked);
    assert.equal(registry, second);
    assert.deepEqual(yanked, { reason: 'wrong rules\nin § 3' });
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0] ?? '',
      /^@acme\/web-style 1\.0\.0 was yanked from https:\/\/second\.example, with the reason 'wrong rules in § 3'\./,
    );
  });

  test('that was yanked without a reason is accepted with a warning', async () => {
    second.publish(NAME, ['1.0.0'], { yanked: true });
    const { yanked, warnings } = await resolver.resolveLocked(locked);
    assert.deepEqual(yanked, {});
    assert.match(warnings.join(), /was yanked from https:\/\/second\.example\. It can be installed/);
  });

  test('that was yanked must still have the locked digest', async () => {
    second.publish(NAME, ['1.0.0'], { yanked: true, sha256: OTHER_SHA256 });
    await failureOf(resolver.resolveLocked(locked), 'digest-mismatch');
  });

  test('that no registry has is an error that names all asked registries, in order', async () => {
    const error = await failureOf(resolver.resolveLocked(locked), 'not-found');
    assert.deepEqual(error.registries, [
      'https://second.example',
      'https://first.example',
      'https://third.example',
    ]);
    assert.match(error.message, /No registry has @acme\/web-style 1\.0\.0/);
    assert.doesNotMatch(error.message, /lock file/);
  });

  test('that no registry has, locked from a registry that is not configured, is an error that says what to add', async () => {
    const error = await failureOf(
      resolver.resolveLocked({ ...locked, registry: 'https://gone.example\u001b' }),
      'not-found',
    );
    assert.match(
      error.message,
      /The lock file names 'https:\/\/gone\.example\\u\{1b\}', which is not in the configuration: add it there/,
    );
  });

  test('of another name does not get around the pin of the scope', async () => {
    second.publish('@evil/styles', ['1.0.0']);
    const moved = { ...locked, moved_to: '@evil/styles' };
    const pinned = new Resolver({ registries: [second, third], pins: new Map([['@acme', first]]) });
    const error = await failureOf(pinned.resolveLocked(moved), 'foreign-move');
    assert.match(
      error.message,
      /takes @acme\/web-style from @evil\/styles, but no registry is asked for both: @acme\/web-style is asked of https:\/\/first\.example, @evil\/styles of https:\/\/second/,
    );
    assert.deepEqual([...first.requests, ...second.requests, ...third.requests], []);
    assert.equal((await resolver.resolveLocked(moved)).registry, second);
    first.publish('@evil/styles', ['1.0.0']);
    const both = new Resolver({ registries: [second, first], pins: new Map([['@acme', first]]) });
    assert.equal((await both.resolveLocked(moved)).registry, first);
  });

  test('of a pinned scope is only requested from the pinned registry, and the error says that the lock file names another', async () => {
    second.publish(NAME, ['1.0.0']);
    const pinned = new Resolver({ registries: [first, second], pins: new Map([['@acme', first]]) });
    const error = await failureOf(pinned.resolveLocked(locked), 'not-found');
    assert.match(
      error.message,
      /The lock file names 'https:\/\/second\.example', which is not the one that the scope is pinned to/,
    );
    assert.deepEqual(second.requests, []);
  });
});
