// Pins, lists, and arguments that are refused before any request.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Resolver } from '../../src/resolve/index.ts';
import { failureOf } from './resolution-failure.ts';
import { SHA256, StubRegistry } from './stub-registry.ts';

const NAME = '@acme/web-style';

describe('a pinned scope', () => {
  const pinnedSetup = () => {
    const open = new StubRegistry('https://open.example').publish(NAME, ['9.0.0']);
    const own = new StubRegistry('https://own.example');
    const resolver = new Resolver({ registries: [open, own], pins: new Map([['@acme', own]]) });
    return { open, own, resolver };
  };

  test('is only requested from its registry', async () => {
    const { open, own, resolver } = pinnedSetup();
    own.publish(NAME, ['1.0.0']);
    assert.equal((await resolver.resolve(NAME, 'latest')).registry, own);
    assert.equal((await resolver.resolve(NAME, '1.0.0')).registry, own);
    assert.equal((await resolver.listVersions(NAME)).registry, own);
    const locked = { name: NAME, version: '1.0.0', sha256: SHA256, registry: open.baseUrl };
    assert.equal((await resolver.resolveLocked(locked)).registry, own);
    assert.deepEqual(open.requests, []);
  });

  test('is not requested from another registry when its own does not have the name, and the error says so', async () => {
    const { open, resolver } = pinnedSetup();
    const locked = { name: NAME, version: '9.0.0', sha256: SHA256, registry: open.baseUrl };
    for (const question of [
      () => resolver.resolve(NAME, '*'),
      () => resolver.resolve(NAME, '9.0.0'),
      () => resolver.listVersions(NAME),
      () => resolver.resolveLocked(locked),
    ]) {
      const error = await failureOf(question(), 'not-found');
      assert.deepEqual(error.registries, ['https://own.example']);
      assert.match(error.message, /^https:\/\/own\.example does not have @acme\/web-style/);
      assert.match(
        error.message,
        /No other registry was asked, because the scope @acme is pinned to this one/,
      );
    }
    assert.deepEqual(open.requests, []);
  });

  test('does not affect other scopes, not even longer ones', async () => {
    const { open, own, resolver } = pinnedSetup();
    open.publish('@acme-labs/notes', ['1.0.0']);
    assert.equal((await resolver.resolve('@acme-labs/notes', '*')).registry, open);
    assert.deepEqual(own.requests, []);
  });

  test('may be pinned to a registry that is not in the list', async () => {
    const open = new StubRegistry('https://open.example');
    const own = new StubRegistry('https://own.example').publish(NAME, ['1.0.0']);
    const resolver = new Resolver({ registries: [open], pins: new Map([['@acme', own]]) });
    assert.equal((await resolver.resolve(NAME, '*')).registry, own);
    await failureOf(resolver.resolve('@other/notes', '*'), 'not-found');
    assert.deepEqual(own.requests, [`list ${NAME}`, `manifest ${NAME} 1.0.0`]);
  });
});

describe('a list of versions', () => {
  test('comes from the first registry that has the name', async () => {
    const first = new StubRegistry('https://first.example');
    const second = new StubRegistry('https://second.example').publish(NAME, ['1.0.0', '1.1.0']);
    const third = new StubRegistry('https://third.example').publish(NAME, ['2.0.0']);
    const { registry, list } = await new Resolver({ registries: [first, second, third] }).listVersions(NAME);
    assert.equal(registry, second);
    assert.deepEqual(
      list.versions.map(({ version }) => version),
      ['1.0.0', '1.1.0'],
    );
    assert.deepEqual(third.requests, []);
  });

  test('has yanked versions only on request', async () => {
    const only = new StubRegistry('https://only.example').publish(NAME, ['1.0.0'], { yanked: true });
    const resolver = new Resolver({ registries: [only] });
    assert.deepEqual((await resolver.listVersions(NAME)).list.versions, []);
    const { list } = await resolver.listVersions(NAME, { includeYanked: true });
    assert.deepEqual(
      list.versions.map(({ version, yanked }) => [version, yanked]),
      [['1.0.0', true]],
    );
  });

  test('that no registry has is an error', async () => {
    const only = new StubRegistry('https://only.example');
    const error = await failureOf(new Resolver({ registries: [only] }).listVersions(NAME), 'not-found');
    assert.deepEqual([error.primeName, error.range], [NAME, '*']);
    assert.deepEqual(error.registries, ['https://only.example']);
  });
});

describe('a resolver', () => {
  const registry = new StubRegistry('https://only.example');

  test('needs a registry, and well-formed scopes as pins', () => {
    assert.throws(() => new Resolver({ registries: [] }), /at least one registry/);
    for (const scope of ['acme', '@acme/web-style', '@Acme', '*']) {
      assert.throws(
        () => new Resolver({ registries: [registry], pins: new Map([[scope, registry]]) }),
        TypeError,
      );
    }
  });

  test('refuses malformed names, ranges and versions before any request', async () => {
    const resolver = new Resolver({ registries: [registry] });
    const locked = { name: NAME, version: '1.0.0', sha256: SHA256, registry: registry.baseUrl };
    for (const question of [
      () => resolver.resolve('@acme/../../etc', '*'),
      () => resolver.resolve(NAME, 'Beta'),
      () => resolver.listVersions('web-style'),
      () => resolver.resolveLocked({ ...locked, version: '^1.0' }),
      () => resolver.resolveLocked({ ...locked, name: 'web-style' }),
    ]) {
      await assert.rejects(question, TypeError);
    }
    assert.deepEqual(registry.requests, []);
  });

  test('checks the scope of every name before it asks any registry', async () => {
    const checked: string[] = [];
    const checkScope = (scope: string): void => {
      checked.push(scope);
      if (scope === '@acme') throw new RangeError('not this scope');
    };
    const resolver = new Resolver({
      registries: [registry],
      pins: new Map([['@acme', registry]]),
      checkScope,
    });
    const locked = { name: NAME, version: '1.0.0', sha256: SHA256, registry: registry.baseUrl };
    for (const question of [
      () => resolver.resolve(NAME, '*'),
      () => resolver.resolve(NAME, '1.0.0'),
      () => resolver.listVersions(NAME),
      () => resolver.resolveLocked(locked),
    ]) {
      await assert.rejects(question, RangeError);
    }
    assert.deepEqual(registry.requests, []);
    await failureOf(resolver.listVersions('@other/notes'), 'not-found');
    assert.deepEqual(checked, ['@acme', '@acme', '@acme', '@acme', '@other']);
    registry.requests.length = 0;
  });

  test('checks scopes by a method of its options as well', async () => {
    class Rules {
      readonly registries = [registry];
      checkScope(scope: string): void {
        throw new RangeError(`not ${scope}`);
      }
    }
    await assert.rejects(new Resolver(new Rules()).resolve(NAME, '*'), RangeError);
    assert.deepEqual(registry.requests, []);
  });

  test('is not affected by later changes of its options', async () => {
    const own = new StubRegistry('https://own.example').publish(NAME, ['1.0.0']);
    const registries = [registry];
    const pins = new Map([['@acme', own]]);
    const resolver = new Resolver({ registries, pins });
    registries.length = 0;
    pins.clear();
    assert.equal((await resolver.resolve(NAME, '*')).registry, own);
    const error = await failureOf(resolver.resolve('@other/notes', '*'), 'not-found');
    assert.deepEqual(error.registries, ['https://only.example']);
  });
});
