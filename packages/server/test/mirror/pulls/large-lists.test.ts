// Lists of upstreams are limited in bytes and versions, and an unchanged list is not read again.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { eventually, expectProblem, startRegistry } from '@prime-registry/testkit';
import { ParsedLists } from '../../../src/mirror/lists/parsed-lists.ts';
import { uniteLists } from '../../../src/mirror/lists/unite-lists.ts';
import { MAX_LIST_BYTES, MAX_LIST_VERSIONS } from '../../../src/mirror/upstreams/fetch-list.ts';
import { LIST, MANIFEST, startChain, TARBALL, upstreamAt } from '../chain.ts';

const NO_MEMORY = { responseCacheBytes: 0 };
const NAME = '@acme/web-style';

function listOf(count: number, extra = ''): string {
  const versions = Array.from({ length: count }, (_, index) => ({
    version: `1.${index}.0`,
    published_at: '2026-01-02T03:04:05Z',
  }));
  return JSON.stringify({ name: NAME, versions, latest: '1.0.0', extra });
}

/** Starts a mirror of a server that answers every list. */
async function withUpstream(
  send: (response: ServerResponse) => void,
  work: (mirror: Awaited<ReturnType<typeof startRegistry>>, countRequests: () => number) => Promise<void>,
): Promise<void> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    send(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const upstreams = [upstreamAt(`http://127.0.0.1:${port}`)];
  const mirror = await startRegistry({ ...NO_MEMORY, upstreams });
  try {
    await work(mirror, () => requests);
  } finally {
    await mirror.stop();
    server.close();
    server.closeAllConnections();
  }
}

const json = (body: string) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(body);

describe('a list of an upstream', () => {
  test('with as many versions as the limit is served', async () => {
    await withUpstream(json(listOf(MAX_LIST_VERSIONS)), async ({ anonymous }) => {
      const answer = await anonymous.get(LIST);
      assert.equal(answer.status, 200);
      assert.equal(answer.json.versions.length, MAX_LIST_VERSIONS);
      assert.equal(answer.json.latest, `1.${MAX_LIST_VERSIONS - 1}.0`);
    });
  });

  const refused = [
    ['versions', listOf(MAX_LIST_VERSIONS + 1), `${MAX_LIST_VERSIONS} versions`],
    ['bytes', listOf(1, 'x'.repeat(MAX_LIST_BYTES)), `${MAX_LIST_BYTES} bytes`],
  ] as const;
  for (const [what, body, limit] of refused) {
    test(`with more ${what} is a 503 that says so, also in the log, and is not requested for each read`, async () => {
      await withUpstream(json(body), async (mirror, countRequests) => {
        for (let read = 0; read < 3; read += 1) {
          const answer = await mirror.anonymous.get(LIST);
          expectProblem(answer, 'upstream_unavailable');
          assert.match(answer.json.detail, new RegExp(`${NAME} has more than ${limit}, the limit`));
        }
        assert.equal(countRequests(), 1);
        assert.ok(mirror.log.some((line) => line.includes(`more than ${limit}`)));
      });
    });
  }

  test('is not read further than the limit', async () => {
    let sentBytes = 0;
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const sendForever = (response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const send = (): void => {
        while (!response.destroyed) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) break;
        }
      };
      response.on('drain', send);
      send();
    };
    await withUpstream(sendForever, async ({ anonymous }) => {
      expectProblem(await anonymous.get(LIST), 'upstream_unavailable');
      // What the sockets hold comes on top.
      assert.ok(sentBytes < 12 * MAX_LIST_BYTES, `${sentBytes} bytes`);
    });
  });

  test('that grows above the limit leaves the versions readable that are here', async () => {
    await using chain = await startChain({ listMaxAgeMs: 1000 }, NO_MEMORY);
    const { origin, mirror, link, wait } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    await mirror.anonymous.get(TARBALL);
    await eventually(async () => assert.equal((await mirror.store.listVersions(NAME)).length, 1));
    const body = listOf(MAX_LIST_VERSIONS + 1);
    const headers = { 'content-type': 'application/json' };
    link.fault = () => ({ kind: 'answer', status: 200, headers, body });
    wait(5000);
    for (const path of [LIST, MANIFEST, TARBALL])
      assert.equal((await mirror.anonymous.get(path)).status, 200);
  });

  test('that an earlier program stored without a limit is requested again', async () => {
    await using chain = await startChain({}, NO_MEMORY);
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    const stored = Array.from({ length: 150_000 }, (_, index) => ({
      ...{ version: `9.${index}.0`, publishedAtMs: 0, yanked: false },
    }));
    await mirror.store.saveMirroredList({
      ...{ name: NAME, origin: link.baseUrl, etag: undefined, checkedAtMs: Date.now() },
      body: JSON.stringify(stored),
    });
    assert.equal((await mirror.anonymous.get(LIST)).json.latest, '1.0.0');
  });
});

describe('an unchanged list', () => {
  const versions = [
    { version: '1.0.0', publishedAtMs: 1, yanked: false },
    { version: '1.10.0', publishedAtMs: 2, yanked: true },
  ];

  test('is parsed once', () => {
    const lists = new ParsedLists();
    const stored = { name: NAME, body: lists.bodyOf(NAME, { versions }, undefined) };
    assert.equal(lists.versionsOf(stored), versions);
    assert.equal(lists.bodyOf(NAME, { versions }, stored), stored.body);
    // The same text, as the store returns it: another string.
    const parsed = new ParsedLists().versionsOf(stored);
    assert.deepEqual(parsed, versions);
    const changed = lists.versionsOf({ name: NAME, body: '[]' });
    assert.deepEqual(changed, []);
  });

  test('is merged once with the versions here', async () => {
    const here = () => [
      { version: '1.0.0', publishedAtMs: 5, yanked: true },
      { version: '1.2.0', publishedAtMs: 6, yanked: false },
    ];
    const united = await uniteLists(versions, here());
    assert.deepEqual(united, [
      { version: '1.0.0', publishedAtMs: 5, yanked: true },
      { version: '1.2.0', publishedAtMs: 6, yanked: false },
      { version: '1.10.0', publishedAtMs: 2, yanked: true },
    ]);
    assert.equal(await uniteLists(versions, here()), united);
    const [first, second] = here();
    assert.ok(first && second);
    const yanked = await uniteLists(versions, [first, { ...second, yanked: true }]);
    assert.deepEqual(yanked[1], { ...second, yanked: true });
    assert.deepEqual(await uniteLists(versions, []), versions);
    const builds = ['1.0.0+a', '1.0.0+b'].map((version) => ({ version, publishedAtMs: 1, yanked: false }));
    assert.deepEqual(
      (await uniteLists(builds, [])).map(({ version }) => version),
      ['1.0.0+a'],
    );
  });

  test('stays as it is when the upstream confirms it by its tag', async () => {
    await using chain = await startChain({ listMaxAgeMs: 1000 }, NO_MEMORY);
    const { origin, mirror, wait } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    const before = await mirror.anonymous.get(LIST);
    const stored = await mirror.store.findMirroredList(NAME);
    wait(5000);
    assert.deepEqual((await mirror.anonymous.get(LIST)).json, before.json);
    assert.deepEqual(await mirror.store.findMirroredList(NAME), stored);
  });
});
