// Ranges and `latest`: the first registry that has the name decides.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Resolver } from '../../src/resolve/index.ts';
import { failureOf } from './resolution-failure.ts';
import { StubRegistry } from './stub-registry.ts';

const NAME = '@acme/web-style';

describe('a range', () => {
  let first: StubRegistry;
  let second: StubRegistry;
  let resolver: Resolver;

  beforeEach(() => {
    first = new StubRegistry('https://first.example');
    second = new StubRegistry('https://second.example');
    resolver = new Resolver({ registries: [first, second] });
  });

  test('selects the highest matching version, with its manifest', async () => {
    first.publish(NAME, ['1.2.0', '1.10.0', '2.0.0', '1.9.0'], { sha256: 'cd'.repeat(32) });
    const resolution = await resolver.resolve(NAME, '^1.0');
    assert.deepEqual([resolution.name, resolution.version], [NAME, '1.10.0']);
    assert.equal(resolution.registry, first);
    assert.equal(resolution.manifest.sha256, 'cd'.repeat(32));
    assert.deepEqual(first.requests, [`list ${NAME}`, `manifest ${NAME} 1.10.0`]);
  });

  test('may be latest', async () => {
    first.publish(NAME, ['1.0.0', '2.0.0-beta']);
    assert.equal((await resolver.resolve(NAME, 'latest')).version, '1.0.0');
  });

  test('goes to the next registry only when the previous one does not have the name', async () => {
    second.publish(NAME, ['1.0.0']);
    assert.equal((await resolver.resolve(NAME, '^1.0')).registry, second);
    assert.deepEqual(first.requests, [`list ${NAME}`]);
  });

  test('ignores a higher version in a later registry', async () => {
    first.publish(NAME, ['1.0.0']);
    second.publish(NAME, ['1.9.0']);
    assert.equal((await resolver.resolve(NAME, '^1.0')).version, '1.0.0');
    assert.deepEqual(second.requests, []);
  });

  test('without a matching version is an error, even when a later registry has one', async () => {
    first.publish(NAME, ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.10.0']);
    second.publish(NAME, ['3.0.0']);
    const error = await failureOf(resolver.resolve(NAME, '^3.0'), 'no-match');
    assert.deepEqual([error.primeName, error.range], [NAME, '^3.0']);
    assert.deepEqual(error.registries, ['https://first.example']);
    assert.match(
      error.message,
      /No version of @acme\/web-style in https:\/\/first\.example matches '\^3\.0'\./,
    );
    assert.match(error.message, /It has 1\.10\.0, 1\.5\.0, 1\.4\.0, 1\.3\.0, 1\.2\.0 and 2 more;/);
    assert.match(error.message, /'\^1\.10\.0' would match\. Other registries were not asked/);
    assert.deepEqual(second.requests, []);
  });

  test('that no version matches is an error with all versions, if there are at most five', async () => {
    first.publish(NAME, ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']);
    const error = await failureOf(resolver.resolve(NAME, '^3.0'), 'no-match');
    assert.match(error.message, /It has 1\.4\.0, 1\.3\.0, 1\.2\.0, 1\.1\.0, 1\.0\.0; /);
  });

  test('that excludes the only prerelease is an error that says what would match', async () => {
    second.publish(NAME, ['1.0.0-beta']);
    const error = await failureOf(resolver.resolve(NAME, '*'), 'no-match');
    assert.match(error.message, /It has 1\.0\.0-beta; '\^1\.0\.0-beta' would match\.$/);
  });

  test('is suggested as an exact version when the numbers are too large for a range', async () => {
    first.publish(NAME, ['99999999999999999999.0.0']);
    const error = await failureOf(resolver.resolve(NAME, '*'), 'no-match');
    assert.match(error.message, /'99999999999999999999\.0\.0' would match/);
  });

  test('finds nothing in a registry where every version is yanked, and asks no other', async () => {
    first.publish(NAME, ['1.0.0'], { yanked: true });
    second.publish(NAME, ['1.0.0']);
    for (const range of ['^1.0', 'latest']) {
      const error = await failureOf(resolver.resolve(NAME, range), 'no-match');
      assert.match(error.message, /first\.example has @acme\/web-style, but no version of it that can be/);
    }
    assert.deepEqual(second.requests, []);
  });

  test('that no registry has is an error that names all asked registries, in order', async () => {
    const error = await failureOf(resolver.resolve(NAME, '^1.0'), 'not-found');
    assert.deepEqual(error.registries, ['https://first.example', 'https://second.example']);
    assert.match(error.message, /in this order: https:\/\/first\.example, https:\/\/second\.example\./);
  });
});

describe('a list that disagrees with the manifests', () => {
  const registry = (): StubRegistry => new StubRegistry('https://first.example');

  test('contains a version that was yanked in the meantime: the next best is chosen', async () => {
    const first = registry().publish(NAME, ['1.0.0', '1.1.0', '1.2.0']);
    first.yankBehindList(NAME, ['1.1.0', '1.2.0']);
    const resolver = new Resolver({ registries: [first] });
    for (const range of ['^1.0', 'latest']) {
      assert.equal((await resolver.resolve(NAME, range)).version, '1.0.0');
    }
  });

  test('contains only such versions: nothing matches', async () => {
    const first = registry().publish(NAME, ['1.0.0', '2.0.0']).yankBehindList(NAME, ['1.0.0']);
    const error = await failureOf(new Resolver({ registries: [first] }).resolve(NAME, '^1.0'), 'no-match');
    assert.match(error.message, /It has 2\.0\.0; '\^2\.0\.0' would match/);
  });

  test('contains one such version after another: the search ends with an error', async () => {
    const versions = Array.from({ length: 100 }, (_, patch) => `1.0.${patch}`);
    const first = registry().publish(NAME, versions).yankBehindList(NAME, versions);
    const second = new StubRegistry('https://second.example').publish(NAME, versions);
    const resolver = new Resolver({ registries: [first, second] });
    const error = await failureOf(resolver.resolve(NAME, '^1.0'), 'inconsistent');
    assert.match(error.message, /https:\/\/first\.example lists versions .* yanked: 1\.0\.99, 1\.0\.98/);
    const tried = [99, 98, 97, 96, 95].map((patch) => `manifest ${NAME} 1.0.${patch}`);
    assert.deepEqual(first.requests, [`list ${NAME}`, ...tried]);
    assert.deepEqual(second.requests, []);
  });

  test('contains a missing version: an error names the registry, and no other is asked', async () => {
    const first = registry().publish(NAME, ['1.0.0']).list(NAME, '1.1.0');
    const second = new StubRegistry('https://second.example').publish(NAME, ['1.1.0']);
    const resolver = new Resolver({ registries: [first, second] });
    const error = await failureOf(resolver.resolve(NAME, '^1.0'), 'inconsistent');
    assert.match(error.message, /https:\/\/first\.example lists @acme\/web-style 1\.1\.0, but answers 404/);
    assert.deepEqual(error.registries, ['https://first.example']);
    assert.deepEqual(second.requests, []);
  });
});
