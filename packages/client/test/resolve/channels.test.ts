// Channels: the version that a word names, and what happens when there is none.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Resolver } from '../../src/resolve/index.ts';
import { failureOf } from './resolution-failure.ts';
import { StubRegistry } from './stub-registry.ts';

const NAME = '@acme/web-style';
const SINCE = '2026-01-02T03:04:05Z';

describe('a channel', () => {
  let registry: StubRegistry;
  let other: StubRegistry;
  let resolver: Resolver;
  const name = (channel: string, version: string) =>
    registry.live(NAME, { channels: [{ channel, version, since: SINCE }] });

  beforeEach(() => {
    registry = new StubRegistry('https://first.example').publish(NAME, ['1.0.0', '2.0.0-beta.1']);
    other = new StubRegistry('https://second.example').publish(NAME, ['3.0.0']);
    resolver = new Resolver({ registries: [registry, other] });
  });

  test('is the version that the list names, higher or lower than others', async () => {
    name('beta', '2.0.0-beta.1');
    assert.equal((await resolver.resolve(NAME, 'beta')).version, '2.0.0-beta.1');
    name('beta', '1.0.0');
    assert.equal((await new Resolver({ registries: [registry] }).resolve(NAME, 'beta')).version, '1.0.0');
  });

  test('that does not exist is an error that names those that do', async () => {
    name('stable', '1.0.0');
    const error = await failureOf(resolver.resolve(NAME, 'beta'), 'no-match');
    assert.match(
      error.message,
      /has no channel 'beta' in https:\/\/first\.example\. It has 'stable' \(1\.0\.0\)\.$/,
    );
    assert.deepEqual(other.requests, []);
  });

  test('of a registry without channels is an error that says so', async () => {
    const error = await failureOf(resolver.resolve(NAME, 'beta'), 'no-match');
    assert.match(
      error.message,
      /which lists no channels for it\. Use 'latest', or a range such as '\^2\.0\.0'\.$/,
    );
  });

  test('whose version is yanked is an error with the reason: nothing takes its place', async () => {
    registry.publish(NAME, ['2.0.0-beta.1'], { yanked: true, yank_reason: 'wrong\u001b[2J rules' });
    name('beta', '2.0.0-beta.1');
    const error = await failureOf(resolver.resolve(NAME, 'beta'), 'yanked');
    assert.match(
      error.message,
      /2\.0\.0-beta\.1 was yanked .* 'wrong \[2J rules', and the channel 'beta' still names it/,
    );
  });

  test('whose version is not there, or removed, is an error', async () => {
    name('beta', '9.0.0');
    assert.match(
      (await failureOf(resolver.resolve(NAME, 'beta'), 'inconsistent')).message,
      /names .* 9\.0\.0, which/,
    );
    name('beta', '1.0.0').remove(NAME, '1.0.0');
    await failureOf(new Resolver({ registries: [registry] }).resolve(NAME, 'beta'), 'inconsistent');
  });
});
