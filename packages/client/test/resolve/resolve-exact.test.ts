// An exact version: one request per registry, the next one only after a 404, and an error for a yanked
// version.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Resolver } from '../../src/resolve/index.ts';
import { failureOf } from './resolution-failure.ts';
import { SHA256, StubRegistry } from './stub-registry.ts';

const NAME = '@acme/web-style';

describe('an exact version', () => {
  let first: StubRegistry;
  let second: StubRegistry;
  let resolver: Resolver;

  beforeEach(() => {
    first = new StubRegistry('https://first.example');
    second = new StubRegistry('https://second.example');
    resolver = new Resolver({ registries: [first, second] });
  });

  test('comes from the first registry that has it, by one request for its manifest', async () => {
    first.publish(NAME, ['1.0.0', '1.1.0']);
    second.publish(NAME, ['1.0.0']);
    const resolution = await resolver.resolve(NAME, '1.0.0');
    assert.equal(resolution.registry, first);
    assert.deepEqual([resolution.name, resolution.version], [NAME, '1.0.0']);
    assert.equal(resolution.manifest.version, '1.0.0');
    assert.deepEqual(first.requests, [`manifest ${NAME} 1.0.0`]);
    assert.deepEqual(second.requests, []);
  });

  test('comes from the next registry after a 404, even if the first one has other versions', async () => {
    first.publish(NAME, ['1.0.0']);
    second.publish(NAME, ['1.1.0']);
    assert.equal((await resolver.resolve(NAME, '1.1.0')).registry, second);
    assert.deepEqual(first.requests, [`manifest ${NAME} 1.1.0`, `list ${NAME}`]);
  });

  test('names the earlier registries that have the name, and reports them', async () => {
    const third = new StubRegistry('https://third.example').publish(NAME, ['1.1.0']);
    const reported: (readonly string[])[] = [];
    resolver = new Resolver({
      registries: [first, second, third],
      onPassedOver: ({ passedOver }) => reported.push(passedOver.map(({ baseUrl }) => baseUrl)),
    });
    assert.deepEqual((await resolver.resolve(NAME, '1.1.0')).passedOver, [], 'nobody else has the name');
    second.publish(NAME, ['1.0.0']);
    const later = new Resolver({ registries: [first, second, third] });
    assert.deepEqual((await later.resolve(NAME, '1.1.0')).passedOver, [second]);
    resolver = new Resolver({
      registries: [second, third],
      onPassedOver: ({ passedOver }) => reported.push(passedOver.map(({ baseUrl }) => baseUrl)),
    });
    await resolver.resolve(NAME, '1.1.0');
    await resolver.resolve(NAME, '1.0.0');
    assert.deepEqual(reported, [['https://second.example']]);
  });

  test('of a name whose versions are all yanked is passed over as well', async () => {
    first.publish(NAME, ['1.0.0'], { yanked: true });
    second.publish(NAME, ['1.1.0']);
    assert.deepEqual((await resolver.resolve(NAME, '1.1.0')).passedOver, [first]);
  });

  test('with fallback: name comes only from the first registry that has the name', async () => {
    const strict = () => new Resolver({ registries: [first, second], fallback: 'name' });
    second.publish(NAME, ['1.1.0']);
    assert.equal((await strict().resolve(NAME, '1.1.0')).registry, second, 'the first one lacks the name');
    const asked = second.requests.length;
    first.publish(NAME, ['1.0.0']);
    const error = await failureOf(strict().resolve(NAME, '1.1.0'), 'no-match');
    assert.match(
      error.message,
      /No version of @acme\/web-style in https:\/\/first\.example matches '1\.1\.0'/,
    );
    assert.match(error.message, /Other registries were not asked, because this one has the Prime\./);
    assert.equal(second.requests.length, asked, 'the second registry does not learn the name');
  });

  test('does not come from a later registry if the list of the earlier one cannot be read', async () => {
    second.publish(NAME, ['1.1.0']);
    first.versions = () => Promise.reject(new Error('the list is out of order'));
    await assert.rejects(resolver.resolve(NAME, '1.1.0'), /out of order/);
    assert.deepEqual(second.requests, []);
  });

  test('may have numbers of any length', async () => {
    const huge = '99999999999999999999.0.0-beta.1';
    second.publish(NAME, [huge]);
    assert.equal((await resolver.resolve(NAME, huge)).version, huge);
  });

  test('that is yanked is an error with the reason, and the next registry is not asked', async () => {
    first.publish(NAME, ['1.0.0', '1.1.0'], { yanked: true, yank_reason: 'wrong rules\u001b[2J' });
    second.publish(NAME, ['1.0.0']);
    const error = await failureOf(resolver.resolve(NAME, '1.0.0'), 'yanked');
    assert.match(error.message, /@acme\/web-style 1\.0\.0 was yanked from https:\/\/first\.example/);
    assert.match(error.message, /with the reason 'wrong rules.*'\. Choose another version/);
    assert.deepEqual([error.primeName, error.range], [NAME, '1.0.0']);
    assert.deepEqual(error.registries, ['https://first.example']);
    assert.deepEqual(second.requests, []);
  });

  test('that is yanked names what to take instead, and its successor', async () => {
    const yanked = {
      yanked: true,
      deprecated: { message: 'old', successor: { name: '@acme/new', range: '^2' } },
    };
    first.publish(NAME, ['1.0.0'], yanked).publish(NAME, ['1.0.1', '2.0.0']);
    const error = await failureOf(resolver.resolve(NAME, '1.0.0'), 'yanked');
    assert.match(error.message, / Take 1\.0\.1 instead, or its successor @acme\/new@\^2\.$/);
  });

  test('that was removed is an error, and the next registry is not asked', async () => {
    first.publish(NAME, ['1.0.0', '1.1.0']).remove(NAME, '1.0.0');
    second.publish(NAME, ['1.0.0']);
    const error = await failureOf(resolver.resolve(NAME, '1.0.0'), 'version-removed');
    assert.match(
      error.message,
      /^@acme\/web-style 1\.0\.0 was removed for good\. .* Take 1\.1\.0 instead\.$/,
    );
    const locked = { name: NAME, version: '1.0.0', sha256: SHA256, registry: first.baseUrl, range: '^1' };
    const lockedError = await failureOf(resolver.resolveLocked(locked), 'version-removed');
    assert.match(lockedError.message, /Take 1\.1\.0 instead/);
    assert.deepEqual(second.requests, []);
  });

  test('that no registry has is an error that names all asked registries, in order', async () => {
    first.publish(NAME, ['1.0.0']);
    const error = await failureOf(resolver.resolve(NAME, '2.0.0'), 'not-found');
    assert.deepEqual(error.registries, ['https://first.example', 'https://second.example']);
    assert.match(error.message, /No registry has @acme\/web-style 2\.0\.0\./);
    assert.match(error.message, /in this order: https:\/\/first\.example, https:\/\/second\.example\./);
  });
});
