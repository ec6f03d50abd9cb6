// The registries of a command: their order, the target of writes, and the output of --verbose.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { isNotFound, RegistryRequestError } from '@prime-registry/client';
import { type Flags, UsageError } from '@prime-registry/command-line';
import { startFaultyProxy, startRegistry } from '@prime-registry/testkit';
import { describeExchange } from '../../src/registries/client-factory.ts';
import { openRegistries } from '../../src/registries/open-registries.ts';
import { type ContextOptions, makeContext } from './make-context.ts';

const registry = await startRegistry();
await registry.author.mustPublish();
after(() => registry.stop());

const USER = [
  'registries: [https://a.example, https://b.example]',
  'scopes: {"@acme": https://b.example/, "@own": https://own.example}',
].join('\n');

/** Opens registries without requests. */
async function open(options: ContextOptions, flags: Flags = {}) {
  await using context = await makeContext(options);
  return await openRegistries(context, flags);
}

describe('the registries of a command', () => {
  test('are the configured ones, in order; a pin and the list share a client', async () => {
    const { ordered, pins } = await open({ user: USER });
    const urls = ordered.map(({ baseUrl }) => baseUrl);
    assert.deepEqual(urls, ['https://a.example', 'https://b.example']);
    assert.equal(pins.get('@acme'), ordered[1]);
    assert.equal(pins.get('@own')?.baseUrl, 'https://own.example');
    assert.deepEqual([...pins.keys()], ['@acme', '@own']);
  });

  test('receive writes at the pin of the scope, or at the first, but always at --remote if given', async () => {
    const targetsOf = async (options: ContextOptions, flags: Flags = {}): Promise<string[]> => {
      const { targetFor } = await open(options, flags);
      return ['@acme', '@own', '@free'].map((scope) => targetFor(scope).baseUrl);
    };
    const environment = { PRIME_REGISTRY: 'https://env.example https://a.example' };
    assert.deepEqual(await targetsOf({ user: USER }), [
      'https://b.example',
      'https://own.example',
      'https://a.example',
    ]);
    assert.deepEqual(await targetsOf({ user: USER, environment }), [
      'https://b.example',
      'https://own.example',
      'https://env.example',
    ]);
    const flag = 'https://flag.example';
    assert.deepEqual(await targetsOf({ user: USER, environment }, { remote: [flag] }), [flag, flag, flag]);
  });

  test('that only the project names receive writes after a confirmation', async () => {
    const project =
      'registries: [https://p.example, https://q.example]\nscopes: {"@team": https://t.example}';
    const targetOf = async (scope: string, options: ContextOptions, flags: Flags = {}) =>
      (await open({ project, ...options }, flags)).targetFor(scope).baseUrl;
    const refused = async (scope: string, options: ContextOptions, url: string) => {
      await assert.rejects(targetOf(scope, options), (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(
          error.message,
          /only \S+project.\.primes.config\.yaml, which came with the project, says that @\w+ is published to /,
        );
        assert.ok(
          error.message.endsWith(
            `published to ${url}; to confirm that registry, add '--remote ${url}', or pin the scope yourself: 'prime config set ${scope} ${url}'`,
          ),
          error.message,
        );
        return true;
      });
    };
    await refused('@team', {}, 'https://t.example');
    await refused('@free', {}, 'https://p.example');
    await refused('@team', { user: USER }, 'https://t.example');
    await refused('@free', { user: USER }, 'https://p.example');
    await refused('@free', { credentials: 'https://t.example: secret' }, 'https://p.example');
    const t = 'https://t.example';
    assert.equal(await targetOf('@team', { user: `registries: [${t}]` }), t);
    assert.equal(await targetOf('@team', { user: `scopes: {"@other": ${t}}` }), t);
    assert.equal(await targetOf('@team', { credentials: `${t}: secret` }), t);
    assert.equal(await targetOf('@team', { environment: { PRIME_REGISTRY: `${t} https://e.example` } }), t);
    // Several registries of the user: the project must not choose among them.
    const others = 'registries: [https://o.example]';
    await refused('@team', { user: `registries: [https://o.example, ${t}]` }, t);
    await refused('@team', { user: `scopes: {"@other": ${t}}\n${others}` }, t);
    await refused('@team', { user: others, credentials: `${t}: secret` }, t);
    await refused('@team', { credentials: `${t}: secret\nhttps://o.example: secret` }, t);
    await refused('@team', { environment: { PRIME_REGISTRY: `https://e.example ${t}` } }, t);
    await refused(
      '@free',
      { user: 'registries: [https://q.example, https://p.example]' },
      'https://p.example',
    );
    assert.equal(await targetOf('@team', { user: `scopes: {"@team": ${t}}\n${others}` }), t);
    assert.equal(
      await targetOf('@free', { environment: { PRIME_REGISTRY: 'https://e.example' } }),
      'https://e.example',
    );
    assert.equal(await targetOf('@own', { user: USER }), 'https://own.example');
    for (const scope of ['@team', '@free', '@own']) {
      assert.equal(
        await targetOf(scope, { user: USER }, { remote: ['https://f.example'] }),
        'https://f.example',
      );
    }
  });

  test('that only the project names do not override PRIME_REGISTRY for writes, even with a stored token', async () => {
    const options = {
      project: 'scopes: {"@team": https://t.example}',
      credentials: 'https://t.example: secret',
      environment: { PRIME_REGISTRY: 'https://e.example' },
    };
    const { targetFor } = await open(options);
    assert.throws(
      () => targetFor('@team'),
      /pins @team to https:\/\/t\.example, which is not in PRIME_REGISTRY/,
    );
  });

  test('that are not configured are a usage error that says how to configure one', async () => {
    for (const user of ['', 'scopes: {"@acme": https://a.example}']) {
      await assert.rejects(open({ user }), (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, /prime config set registries <url>.*PRIME_REGISTRY.*--remote <url>/);
        return true;
      });
    }
  });

  test('are never contacted for a scope that is pinned elsewhere', async (t) => {
    const [pinned, given] = [
      await startFaultyProxy(registry.baseUrl),
      await startFaultyProxy(registry.baseUrl),
    ];
    t.after(() => Promise.all([pinned.close(), given.close()]));
    await using context = await makeContext({ user: `scopes: {"@acme": "${pinned.baseUrl}"}` });
    const { resolver } = await openRegistries(context, { remote: [given.baseUrl] });
    const found = await resolver.resolve('@acme/web-style', 'latest');
    assert.equal(found.registry.baseUrl, pinned.baseUrl);
    await assert.rejects(resolver.resolve('@acme/secret-name', 'latest'), /does not have/);
    assert.deepEqual(given.requests, []);
    assert.equal(pinned.requests.filter((request) => request.includes('secret-name')).length, 1);
  });
});

describe("a pin of the project's file", () => {
  test('applies if the user has set nothing else; otherwise no registry is contacted', async (t) => {
    const [pinned, given] = [
      await startFaultyProxy(registry.baseUrl),
      await startFaultyProxy(registry.baseUrl),
    ];
    t.after(() => Promise.all([pinned.close(), given.close()]));
    const project = `scopes: {"@acme": "${pinned.baseUrl}"}`;
    const own = `registries: ["${given.baseUrl}"]`;
    const cases: readonly (readonly [ContextOptions, Flags, says: RegExp | undefined])[] = [
      [{ project, user: own }, {}, undefined],
      [{ project }, { remote: [given.baseUrl, pinned.baseUrl] }, undefined],
      [{ project, user: `scopes: {"@acme": "${pinned.baseUrl}"}` }, { remote: [given.baseUrl] }, undefined],
      [
        { project },
        { remote: [given.baseUrl] },
        /which is not in --remote.* add '--remote http\S+'; otherwise/,
      ],
      [
        { project, user: own, environment: { PRIME_REGISTRY: given.baseUrl } },
        {},
        /which is not in PRIME_REGISTRY.* add http\S+ to PRIME_REGISTRY; otherwise/,
      ],
    ];
    for (const [options, flags, says] of cases) {
      await using context = await makeContext(options);
      const { resolver, pins } = await openRegistries(context, flags);
      assert.equal(pins.has('@acme'), says === undefined);
      const locked = {
        name: '@acme/web-style',
        version: '1.0.0',
        sha256: 'a'.repeat(64),
        registry: given.baseUrl,
      };
      const before = pinned.requests.length;
      for (const question of [
        () => resolver.resolve('@acme/web-style', 'latest'),
        () => resolver.listVersions('@acme/web-style'),
        () => resolver.resolveLocked(locked),
      ]) {
        const [outcome] = await Promise.allSettled([question()]);
        const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
        assert.equal(error instanceof UsageError, says !== undefined, String(error));
        if (!(error instanceof UsageError) || says === undefined) continue;
        assert.match(error.message, says);
        const path = join(context.folder, '.primes', 'config.yaml');
        assert.ok(error.message.startsWith(`${path} pins @acme to ${pinned.baseUrl}, `), error.message);
        assert.match(error.message, /pin the scope yourself: 'prime config set @acme <url>'$/);
      }
      assert.equal(pinned.requests.length > before, says === undefined);
      assert.ok(!given.requests.join().includes('acme'), given.requests.join());
      // Other scopes are not affected.
      await assert.rejects(resolver.listVersions('@free/none'), /No registry has @free\/none/);
    }
  });
});

describe('--timeout', () => {
  test('is in seconds and applies to requests', async (t) => {
    const proxy = await startFaultyProxy(registry.baseUrl);
    t.after(() => proxy.close());
    proxy.fault = () => ({ kind: 'hang' });
    await using context = await makeContext({ isVerbose: true });
    const { ordered } = await openRegistries(context, { remote: [proxy.baseUrl], timeout: '0.05' });
    await assert.rejects(ordered[0]?.versions('@acme/web-style') ?? Promise.resolve(), (error) => {
      assert.ok(error instanceof RegistryRequestError);
      assert.equal(error.reason, 'timeout');
      return true;
    });
    assert.match(context.streams.stderrText(), /^GET http:\S+ timeout \d+ ms$/m);
  });

  test('that is not a positive number of seconds is a usage error', async () => {
    for (const timeout of [
      '',
      '0',
      '0.0001',
      '-1',
      'soon',
      '1e3',
      '10s',
      'Infinity',
      '86401',
      '9'.repeat(30),
    ]) {
      await assert.rejects(open({ user: USER }, { timeout }), (error) => {
        assert.ok(error instanceof UsageError, timeout);
        assert.match(error.message, /--timeout takes seconds, more than 0 and at most 86400/);
        return true;
      });
    }
    for (const timeout of ['1', '0.5', '86400', '030']) await open({ user: USER }, { timeout });
  });
});

describe('a request', () => {
  test('is a line with --verbose, and none without', async () => {
    for (const isVerbose of [true, false]) {
      await using context = await makeContext({
        isVerbose,
        environment: { PRIME_REGISTRY: registry.baseUrl },
      });
      const { ordered } = await openRegistries(context, {});
      await assert.rejects(ordered[0]?.versions('@acme/none') ?? Promise.resolve(), isNotFound);
      const line = /^GET http:\/\/127\.0\.0\.1:\d+\/pack\/%40acme%2Fnone 404 \d+ ms\n$/;
      if (isVerbose) assert.match(context.streams.stderrText(), line);
      else assert.equal(context.streams.stderrText(), '');
    }
  });

  test('is shown with its outcome and the number of the attempt', () => {
    const event = { method: 'GET', url: 'http://a.example/x', attempt: 1, durationMs: 12.4 };
    assert.equal(describeExchange({ ...event, status: 200 }), 'GET http://a.example/x 200 12 ms');
    assert.equal(
      describeExchange({ ...event, failure: 'unreachable', attempt: 2 }),
      'GET http://a.example/x unreachable 12 ms (attempt 2)',
    );
  });

  test('has the name of the program', async (t) => {
    const agents: (string | undefined)[] = [];
    const server = createServer(({ headers }, response) => {
      agents.push(headers['user-agent']);
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await using context = await makeContext({ environment: { PRIME_REGISTRY: `http://127.0.0.1:${port}` } });
    const { ordered } = await openRegistries(context, {});
    await assert.rejects(ordered[0]?.versions('@acme/none') ?? Promise.resolve(), isNotFound);
    assert.match(agents.join(), /^prime\/\d+\.\d+\.\d+ node\/\d+\.\d+\.\d+$/);
  });

  test('is answered from the cache if nothing has changed', async (t) => {
    const proxy = await startFaultyProxy(registry.baseUrl);
    t.after(() => proxy.close());
    await using context = await makeContext({
      environment: { PRIME_REGISTRY: proxy.baseUrl },
      isVerbose: true,
    });
    const read = async () => (await openRegistries(context, {})).ordered[0]?.versions('@acme/web-style');
    const first = await read();
    assert.deepEqual(await read(), first);
    assert.deepEqual(context.streams.stderrText().match(/ (200|304) /g), [' 200 ', ' 304 ']);
  });
});
