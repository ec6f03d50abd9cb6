// A failing registry is not a registry without the name: no other registry is asked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Resolver } from '../../src/resolve/index.ts';
import { failure, SHA256, StubRegistry } from './stub-registry.ts';

const NAME = '@acme/web-style';
const FIRST = 'https://first.example';

const outages: readonly (readonly [what: string, error: Error])[] = [
  ['answers 500', failure(FIRST, 'GET /', { reason: 'status', status: 500 })],
  ['answers 503', failure(FIRST, 'GET /', { reason: 'status', status: 503, code: 'unavailable' })],
  ['answers 401', failure(FIRST, 'GET /', { reason: 'status', status: 401 })],
  ['answers 403', failure(FIRST, 'GET /', { reason: 'status', status: 403 })],
  ['answers 429', failure(FIRST, 'GET /', { reason: 'status', status: 429, retryAfterMs: 1000 })],
  ['answers 400', failure(FIRST, 'GET /', { reason: 'status', status: 400 })],
  ['does not answer in time', failure(FIRST, 'GET /', { reason: 'timeout' })],
  ['cannot be reached', failure(FIRST, 'GET /', { reason: 'unreachable' })],
  ['answers with another document', failure(FIRST, 'GET /', { reason: 'malformed' })],
  ['redirects to a 404 of another server', failure(FIRST, 'GET /', { reason: 'malformed', status: 404 })],
  ['is aborted', failure(FIRST, 'GET /', { reason: 'aborted' })],
  ['fails with an unexpected error', new TypeError('undefined is not a function')],
];

const questions: readonly (readonly [what: string, ask: (resolver: Resolver) => Promise<unknown>])[] = [
  ['a range', (resolver) => resolver.resolve(NAME, '^1.0')],
  ['latest', (resolver) => resolver.resolve(NAME, 'latest')],
  ['an exact version', (resolver) => resolver.resolve(NAME, '1.0.0')],
  ['a list', (resolver) => resolver.listVersions(NAME)],
  [
    'a locked version',
    (resolver) => resolver.resolveLocked({ name: NAME, version: '1.0.0', sha256: SHA256, registry: FIRST }),
  ],
  [
    'a version that was locked from another registry',
    (resolver) =>
      resolver.resolveLocked({ name: NAME, version: '1.0.0', sha256: SHA256, registry: 'https://x.example' }),
  ],
];

for (const [what, error] of outages) {
  describe(`a registry that ${what}`, () => {
    for (const [question, ask] of questions) {
      test(`ends the search for ${question} with its own error, and the next one is not asked`, async () => {
        const first = new StubRegistry(FIRST).publish(NAME, ['1.0.0']);
        const second = new StubRegistry('https://second.example').publish(NAME, ['1.0.0']);
        first.failure = error;
        await assert.rejects(
          ask(new Resolver({ registries: [first, second] })),
          (thrown) => thrown === error,
        );
        assert.equal(first.requests.length, 1);
        assert.deepEqual(second.requests, []);
      });
    }

    test('ends the search although another one answered 404 before', async () => {
      const empty = new StubRegistry('https://empty.example');
      const second = new StubRegistry(FIRST);
      const third = new StubRegistry('https://third.example').publish(NAME, ['1.0.0']);
      second.failure = error;
      const resolver = new Resolver({ registries: [empty, second, third] });
      await assert.rejects(resolver.resolve(NAME, '^1.0'), (thrown) => thrown === error);
      assert.deepEqual(third.requests, []);
    });

    test('ends the search after it has returned the list', async () => {
      const first = new StubRegistry(FIRST).publish(NAME, ['1.0.0']);
      const second = new StubRegistry('https://second.example').publish(NAME, ['1.0.0']);
      const resolver = new Resolver({ registries: [first, second] });
      await resolver.listVersions(NAME);
      first.failure = error;
      await assert.rejects(resolver.resolve(NAME, '^1.0'), (thrown) => thrown === error);
      assert.deepEqual(second.requests, []);
    });
  });
}
