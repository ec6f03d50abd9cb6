// Primes that have moved to another name, and registries that send people where they should not.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Resolver } from '../../src/resolve/index.ts';
import { failureOf } from './resolution-failure.ts';
import { SHA256, StubRegistry } from './stub-registry.ts';

const OLD = '@old/styles';
const NEW = '@acme/styles';

describe('a Prime that has moved', () => {
  let registry: StubRegistry;
  let other: StubRegistry;

  beforeEach(() => {
    registry = new StubRegistry('https://first.example');
    other = new StubRegistry('https://second.example').publish(OLD, ['8.0.0']).publish(NEW, ['9.0.0']);
    registry.publish(OLD, ['1.0.0', '1.1.0'], { moved_to: NEW }).live(OLD, { moved_to: NEW });
    registry.publish(NEW, ['1.2.0', '2.0.0', '3.0.0-rc.1']);
  });
  const resolverOf = () => new Resolver({ registries: [registry, other] });

  for (const [range, version] of [
    ['latest', '2.0.0'],
    ['^1', '1.2.0'],
    ['>=1', '2.0.0'],
  ] as const) {
    test(`is taken from the new name for ${range}, with a note`, async () => {
      const found = await resolverOf().resolve(OLD, range);
      assert.deepEqual([found.name, found.movedTo, found.version], [OLD, NEW, version]);
      assert.equal(found.manifest.name, NEW);
      assert.match(
        found.notes?.join() ?? '',
        /@old\/styles has moved to @acme\/styles .* Request @acme\/styles/,
      );
      assert.deepEqual(other.requests, []);
    });
  }

  test('is taken from the old name if the new one has nothing that matches, with a note', async () => {
    const found = await resolverOf().resolve(OLD, '~1.1');
    assert.deepEqual([found.movedTo, found.version], [undefined, '1.1.0']);
    assert.match(found.notes?.join() ?? '', /has no version that matches '~1\.1'; a version of the old name/);
  });

  test('that matches under no name is an error about the new one', async () => {
    const error = await failureOf(resolverOf().resolve(OLD, '^7'), 'no-match');
    assert.match(error.message, /^@old\/styles has moved to @acme\/styles\. No version of @acme\/styles in /);
  });

  test('asks the new name for a channel, then the old one', async () => {
    const since = '2026-01-02T03:04:05Z';
    registry.live(OLD, { channels: [{ channel: 'beta', version: '1.1.0', since }] });
    assert.equal((await resolverOf().resolve(OLD, 'beta')).movedTo, undefined);
    registry.live(NEW, { channels: [{ channel: 'beta', version: '3.0.0-rc.1', since }] });
    const found = await resolverOf().resolve(OLD, 'beta');
    assert.deepEqual([found.movedTo, found.version], [NEW, '3.0.0-rc.1']);
  });

  test('has its exact versions under the old name first, with a note', async () => {
    const found = await resolverOf().resolve(OLD, '1.0.0');
    assert.deepEqual([found.movedTo, found.manifest.name], [undefined, OLD]);
    assert.match(found.notes?.join() ?? '', /newer versions are only published there/);
    const newer = await resolverOf().resolve(OLD, '2.0.0');
    assert.deepEqual([newer.movedTo, newer.manifest.name], [NEW, NEW]);
    assert.deepEqual(other.requests, [], 'a stranger cannot supply it');
  });

  test('is followed through several names, and found in a lock file by the name that has it', async () => {
    registry.live(NEW, { moved_to: '@acme/design' }).publish('@acme/design', ['4.0.0']);
    const found = await resolverOf().resolve(OLD, 'latest');
    assert.deepEqual([found.movedTo, found.version], ['@acme/design', '4.0.0']);
    const locked = {
      name: OLD,
      moved_to: '@acme/design',
      version: '4.0.0',
      sha256: SHA256,
      registry: registry.baseUrl,
    };
    assert.equal((await resolverOf().resolveLocked(locked)).manifest.name, '@acme/design');
    const { lists } = await resolverOf().listMoves(OLD);
    assert.deepEqual(
      lists.map(({ name }) => name),
      ['@acme/design', NEW, OLD],
    );
  });

  test('in a circle, or too often, is an error', async () => {
    registry.live(NEW, { moved_to: OLD });
    const circle = await failureOf(resolverOf().resolve(OLD, 'latest'), 'inconsistent');
    assert.match(circle.message, /in a circle: @old\/styles → @acme\/styles → @old\/styles/);
    for (let count = 0; count < 10; count += 1)
      registry
        .publish(`@far/p${count}`, ['1.0.0'])
        .live(`@far/p${count}`, { moved_to: `@far/p${count + 1}` });
    registry.requests.length = 0;
    const many = await failureOf(resolverOf().resolve('@far/p0', 'latest'), 'inconsistent');
    assert.match(many.message, /moved too often/);
    assert.equal(registry.requests.length, 6);
    assert.equal((await resolverOf().resolve(OLD, '1.0.0')).version, '1.0.0', 'exact versions still work');
  });

  test('to a name that its registry does not have is taken from the old name', async () => {
    registry.live(OLD, { moved_to: '@acme/nothing' });
    const found = await resolverOf().resolve(OLD, 'latest');
    assert.equal(found.version, '1.1.0');
    assert.match(found.notes?.join() ?? '', /moved to @acme\/nothing, but does not have that name/);
    assert.deepEqual(other.requests, []);
  });
});

describe('a registry cannot send people to a name', () => {
  const evil = () =>
    new StubRegistry('https://evil.example')
      .publish('@evil/tool', ['1.0.0'])
      .live('@evil/tool', { moved_to: NEW })
      .publish(NEW, ['9.9.9']);

  test('in a scope that is pinned to another registry, which is not even asked', async () => {
    const own = new StubRegistry('https://own.example').publish(NEW, ['1.0.0']);
    const registry = evil();
    const resolver = new Resolver({ registries: [registry], pins: new Map([['@acme', own]]) });
    for (const range of ['latest', '9.9.9']) {
      const error = await failureOf(resolver.resolve('@evil/tool', range), 'foreign-move');
      assert.match(error.message, /@acme is pinned to https:\/\/own\.example\. The move is not followed/);
    }
    assert.deepEqual(own.requests, []);
    assert.equal(
      registry.requests.some((request) => request.includes(NEW)),
      false,
    );
  });

  test('that an earlier registry has', async () => {
    const own = new StubRegistry('https://own.example').publish(NEW, ['1.0.0']);
    const resolver = new Resolver({ registries: [own, evil()] });
    const error = await failureOf(resolver.resolve('@evil/tool', 'latest'), 'foreign-move');
    assert.match(error.message, /https:\/\/own\.example is asked first and has that name/);
  });

  test('outside the scopes that are pinned to it, if it is asked for nothing else', async () => {
    const open = new StubRegistry('https://open.example');
    const pinned = evil();
    const resolver = new Resolver({ registries: [open], pins: new Map([['@evil', pinned]]) });
    const error = await failureOf(resolver.resolve('@evil/tool', 'latest'), 'foreign-move');
    assert.match(error.message, /the registries for @acme are https:\/\/open\.example/);
    assert.deepEqual(open.requests, []);
  });

  test('whose scope is checked and refused by the caller', async () => {
    const registry = evil();
    const checkScope = (scope: string) => {
      if (scope === '@acme') throw new RangeError('not this scope');
    };
    await assert.rejects(
      new Resolver({ registries: [registry], checkScope }).resolve('@evil/tool', 'latest'),
      RangeError,
    );
  });
});
