// Concurrent callers share the request for a list, and an abort of one does not affect the others.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VersionList } from '@prime-registry/protocol';
import { isAborted } from '../../src/failure-guards.ts';
import type { VersionsOptions } from '../../src/registry-reader.ts';
import { RegistryRequestError } from '../../src/registry-request-error.ts';
import { Resolver } from '../../src/resolve/index.ts';
import { failure, StubRegistry } from './stub-registry.ts';

const NAME = '@acme/web-style';

/** Answers lists only after a release, and records aborted requests. */
class HeldRegistry extends StubRegistry {
  readonly gate = Promise.withResolvers<void>();
  readonly signals: AbortSignal[] = [];

  override async versions(name: string, options: VersionsOptions = {}): Promise<VersionList> {
    const answer = super.versions(name, options);
    const { signal } = options;
    if (signal !== undefined) this.signals.push(signal);
    const ended = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(failure(this.baseUrl, 'GET /', { reason: 'aborted' })));
    });
    await Promise.race([Promise.all([this.gate.promise, answer]), ended]);
    return answer;
  }
}

function held(): { registry: HeldRegistry; resolver: Resolver } {
  const registry = new HeldRegistry('https://only.example');
  registry.publish(NAME, ['1.0.0', '2.0.0']);
  return { registry, resolver: new Resolver({ registries: [registry] }) };
}

function listRequests(registry: StubRegistry): number {
  return registry.requests.filter((request) => request.startsWith('list')).length;
}

describe('the list of a Prime', () => {
  test('is read once for any number of callers, concurrent or later', async () => {
    const { registry, resolver } = held();
    const { signal } = new AbortController();
    const questions = [
      resolver.resolve(NAME, '^1.0'),
      resolver.resolve(NAME, 'latest', { signal }),
      resolver.listVersions(NAME, { signal }),
    ];
    registry.gate.resolve();
    await Promise.all(questions);
    await resolver.resolve(NAME, '^2.0');
    assert.equal(listRequests(registry), 1);
  });

  test('is read separately for another registry, another name, and with yanked versions', async () => {
    const first = new StubRegistry('https://first.example').publish('@acme/notes', ['1.0.0']);
    const second = new StubRegistry('https://second.example').publish(NAME, ['1.0.0']);
    const resolver = new Resolver({ registries: [first, second] });
    await Promise.all([
      resolver.listVersions('@acme/notes'),
      resolver.listVersions(NAME),
      resolver.listVersions(NAME, { includeYanked: true }),
    ]);
    assert.deepEqual(second.requests.toSorted(), [`list ${NAME}`, `list ${NAME} with yanked`]);
    assert.equal(listRequests(first), 3);
    assert.equal((await resolver.listVersions(NAME)).registry, second);
  });

  test('with yanked versions is another one for each name', async () => {
    const registry = new StubRegistry('https://only.example').publish(NAME, ['1.0.0']);
    registry.publish('@acme/notes', ['2.0.0'], { yanked: true });
    const resolver = new Resolver({ registries: [registry] });
    for (const name of [NAME, '@acme/notes']) {
      assert.equal((await resolver.listVersions(name, { includeYanked: true })).list.name, name);
    }
  });

  test('is read again after a failure', async () => {
    const registry = new StubRegistry('https://only.example').publish(NAME, ['1.0.0']);
    const resolver = new Resolver({ registries: [registry] });
    registry.failure = failure(registry.baseUrl, 'GET /', { reason: 'status', status: 503 });
    const questions = [resolver.listVersions(NAME), resolver.listVersions(NAME)];
    for (const outcome of await Promise.allSettled(questions)) assert.equal(outcome.status, 'rejected');
    assert.equal(listRequests(registry), 1);
    registry.failure = undefined;
    assert.equal((await resolver.resolve(NAME, '*')).version, '1.0.0');
    assert.equal(listRequests(registry), 2);
  });
});

describe('an aborted caller', () => {
  test('does not affect the others', async () => {
    const { registry, resolver } = held();
    const controller = new AbortController();
    const calledOff = resolver.resolve(NAME, '^1.0', { signal: controller.signal });
    const patient = resolver.resolve(NAME, '^1.0', { signal: new AbortController().signal });
    const unconditional = resolver.resolve(NAME, '^2.0');
    controller.abort();
    await assert.rejects(calledOff, isAborted);
    registry.gate.resolve();
    assert.equal((await patient).version, '1.0.0');
    assert.equal((await unconditional).version, '2.0.0');
    assert.equal(listRequests(registry), 1);
  });

  test('aborts the request when it was the last one, and the list can be read again', async () => {
    const { registry, resolver } = held();
    const [first, second] = [new AbortController(), new AbortController()];
    const questions = [first, second].map(({ signal }) => resolver.listVersions(NAME, { signal }));
    first.abort();
    assert.equal(registry.signals[0]?.aborted, false);
    second.abort();
    assert.equal(registry.signals[0]?.aborted, true);
    // A caller at the same moment must not join the aborted request.
    const later = resolver.listVersions(NAME);
    await Promise.all(questions.map((question) => assert.rejects(question, isAborted)));
    registry.gate.resolve();
    assert.equal((await later).list.versions.length, 2);
    await resolver.listVersions(NAME);
    assert.equal(listRequests(registry), 2);
  });

  test('after its answer changes nothing: the list is not read again', async () => {
    const { registry, resolver } = held();
    registry.gate.resolve();
    const controller = new AbortController();
    await resolver.listVersions(NAME, { signal: controller.signal });
    controller.abort();
    await resolver.listVersions(NAME);
    assert.equal(listRequests(registry), 1);
  });

  test('with an aborted signal sends no request', async () => {
    const { registry, resolver } = held();
    await assert.rejects(resolver.listVersions(NAME, { signal: AbortSignal.abort() }), isAborted);
    assert.deepEqual(registry.requests, []);
  });

  test('says which request ended, and why', async () => {
    const { registry, resolver } = held();
    const why = new Error('The user pressed Ctrl-C');
    await assert.rejects(resolver.listVersions(NAME, { signal: AbortSignal.abort(why) }), (error) => {
      assert.ok(error instanceof RegistryRequestError);
      assert.match(
        error.message,
        /the versions of @acme\/web-style from https:\/\/only\.example was aborted/,
      );
      assert.deepEqual(
        [error.registry, error.request, error.cause],
        [registry.baseUrl, 'GET /pack/%40acme%2Fweb-style', why],
      );
      return true;
    });
  });

  test('aborts a request for a manifest too', async () => {
    const registry = new StubRegistry('https://only.example').publish(NAME, ['1.0.0']);
    const controller = new AbortController();
    const question = new Resolver({ registries: [registry] }).resolve(NAME, '1.0.0', controller);
    controller.abort();
    await assert.rejects(question, isAborted);
  });
});
