// Many lists and manifests in one request: from a registry that answers them, and from others.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { isNotFound } from '../src/failure-guards.ts';
import { Resolver } from '../src/index.ts';
import { serve } from './hostile-server.ts';
import { clientOf, failureOf, NAME } from './test-client.ts';
import { MANIFEST, sendJson, VERSION_LIST } from './wire-answers.ts';

const ITEMS = [{ name: NAME }, { name: NAME, version: '1.0.0' }];

describe('many lists and manifests', () => {
  test('are those of the single requests', async (t) => {
    const registry = await startRegistry({ allowStableYank: true });
    t.after(() => registry.stop());
    const { author } = registry;
    await author.mustPublish({ version: '1.0.0', extra: 'requires: { "@acme/core": "^1" }' });
    await author.mustPublish({ version: '1.0.1+build.7' });
    const { client } = clientOf(registry, { token: author.token ?? '' });
    const version = '1.0.1+build.7';
    const items = [...ITEMS, { name: NAME, version }, { name: '@acme/nothing' }];
    const { lists, manifests } = await client.readPrimes(items);
    assert.deepEqual([...lists], [[NAME, await client.versions(NAME)]]);
    assert.deepEqual(
      [...manifests],
      [
        [`${NAME}@1.0.0`, await client.manifest(NAME, '1.0.0')],
        [`${NAME}@${version}`, await client.manifest(NAME, version)],
      ],
    );
    await author.yank(NAME, '1.0.0');
    const withYanked = await client.readPrimes([{ name: NAME }], { includeYanked: true });
    assert.deepEqual(withYanked.lists.get(NAME), await client.versions(NAME, { includeYanked: true }));
    assert.equal(withYanked.lists.get(NAME)?.versions.length, 2);
    const withLatest = await client.readPrimes([{ name: NAME }], { includeLatest: true });
    const latest = [`${NAME}@${version}`, await client.manifest(NAME, version)];
    assert.deepEqual([...withLatest.manifests], [latest]);
  });

  test('leave out what is malformed, or about something else', async () => {
    const other = { ...VERSION_LIST, name: '@acme/other' };
    for (const primes of [
      [],
      [null, 7, 'x', [], {}],
      [
        { of: NAME, list: other },
        { of: `${NAME}@1.0.0`, manifest: { ...MANIFEST, sha256: 'x' } },
      ],
      [{ of: '@acme/other', list: other }],
      [{ of: '__proto__', list: VERSION_LIST }],
      [{ of: { toString: 1, valueOf: 1 }, list: VERSION_LIST }],
      [{ of: [NAME], list: VERSION_LIST }],
      [{ of: NAME, singly: true }, { of: `${NAME}@1.0.0` }],
      [
        { of: NAME, manifest: MANIFEST },
        { of: `${NAME}@1.0.0`, list: VERSION_LIST },
      ],
    ]) {
      await using server = await serve((_request, response) => sendJson(response, { primes }));
      const { lists, manifests } = await clientOf(server).client.readPrimes(ITEMS);
      assert.deepEqual([lists.size, manifests.size], [0, 0], JSON.stringify(primes));
    }
    const latest = { of: `${NAME}@${VERSION_LIST.latest}`, manifest: { ...MANIFEST, version: '9.9.9' } };
    for (const primes of [[latest], [{ of: NAME, list: VERSION_LIST }, latest]]) {
      await using server = await serve((_request, response) => sendJson(response, { primes }));
      const { manifests } = await clientOf(server).client.readPrimes([{ name: NAME }], {
        includeLatest: true,
      });
      assert.equal(manifests.size, 0, JSON.stringify(primes));
    }
    for (const answer of [{}, [], { primes: {} }, null]) {
      await using server = await serve((_request, response) => sendJson(response, answer));
      const { reason } = await failureOf(clientOf(server).client.readPrimes(ITEMS));
      assert.equal(reason, 'malformed', JSON.stringify(answer));
    }
  });

  test('are requested once, from 1 to 100', async () => {
    const retry = { 'retry-after': '1' };
    await using server = await serve((_request, response) => response.writeHead(503, retry).end());
    const { client, pauses } = clientOf(server);
    assert.equal((await failureOf(client.readPrimes(ITEMS))).status, 503);
    assert.deepEqual([server.requests.length, pauses], [1, []]);
    await assert.rejects(client.readPrimes([]), TypeError);
    await assert.rejects(client.readPrimes(new Array(101).fill({ name: NAME })), TypeError);
    await assert.rejects(client.readPrimes([{ name: '@a/b,@c/d' }]), TypeError);
    await assert.rejects(client.readPrimes([{ name: NAME, version: '1&x' }]), TypeError);
  });
});

describe('the resolution of a set', () => {
  const roots = Array.from({ length: 12 }, (_, index) => ({
    ...{ name: `@acme/p${index}`, range: '^1', by: 'SKILL.md' },
  }));

  test('sends few requests to a registry that answers many', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    for (const { name } of roots) {
      for (const version of ['1.0.0', '1.1.0']) await registry.admin.mustPublish({ name, version });
    }
    const { client, events } = clientOf(registry, { token: registry.admin.token ?? '' });
    const set = await new Resolver({ registries: [client] }).resolveSet(roots);
    assert.deepEqual([set.size, events.length], [12, 1]);
    for (const member of set.values())
      assert.ok('resolution' in member && member.resolution.manifest.version === '1.1.0');
  });

  /** Answers single requests, and others with `answerOther`. */
  const answerSingly = (url: string, response: ServerResponse, answerOther: () => void): void => {
    const [, name = '', version] = /^\/pack\/(%40acme%2Fp\d+|@acme\/p\d+)(?:\/([\d.]+))?$/.exec(url) ?? [];
    const full = decodeURIComponent(name);
    if (name === '') answerOther();
    else if (version !== undefined) sendJson(response, { ...MANIFEST, name: full, version });
    else sendJson(response, { ...VERSION_LIST, name: full });
  };

  test('asks a registry without the endpoint once for many, and then singly', async () => {
    for (const [status, type, body] of [
      [404, 'application/problem+json', '{"code":"not_found"}'],
      [404, 'text/html', '<html>'],
      [200, 'text/html', '<html>'],
      [403, 'text/plain', 'no'],
      [503, 'text/plain', 'no'],
    ] as const) {
      await using server = await serve(({ url = '' }, response) =>
        answerSingly(url, response, () => response.writeHead(status, { 'content-type': type }).end(body)),
      );
      const { client } = clientOf(server);
      const resolver = new Resolver({ registries: [client] });
      assert.equal((await resolver.resolveSet(roots)).size, 12);
      assert.equal(server.requests.length, 1 + 2 * 12, `${status} ${type}`);
    }
  });

  test('does not wait longer for a registry that does not answer', async () => {
    await using server = await serve(() => undefined);
    const { client } = clientOf(server, { timeoutMs: 60_000, totalMs: 60_000 });
    const resolver = new Resolver({ registries: [client], totalMs: 800 });
    const { reason, message } = await failureOf(resolver.resolveSet(roots));
    assert.equal(reason, 'timeout');
    assert.match(message, /did not answer within [\d.]+ m?s, the rest of 800 ms\.$/);
  });

  test('says that a Prime is in no registry only after the request for it alone', async () => {
    await using server = await serve((_request, response) => response.writeHead(404).end());
    const { client } = clientOf(server);
    const failure = await new Resolver({ registries: [client] }).resolveSet(roots).catch((error) => error);
    assert.equal(failure.reason, 'not-found');
    assert.ok(isNotFound(await failureOf(client.readPrimes(ITEMS))));
  });
});
