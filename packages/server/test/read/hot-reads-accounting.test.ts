// For operators, hot reads are like other reads: in the metrics, and in the log.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { eventually, startRegistry } from '@prime-registry/testkit';
import { countStoreWork } from '../http/response-cache/observed-server.ts';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous, author } = registry;
await author.mustPublish();

const LIST = '/pack/%40acme%2Fweb-style?yanked=include';
const MANIFEST = '/pack/@acme/web-style/1.0.0';
const TARBALL = '/pack/@acme/web-style/1.0.0/tarball';
const ABSENT = '/pack/@acme/absent';
const ROUTES = new Map([
  [LIST, '/pack/:scope/:name'],
  [MANIFEST, '/pack/:scope/:name/:version'],
  [TARBALL, '/pack/:scope/:name/:version/tarball'],
  [ABSENT, '/pack/:scope/:name'],
]);

const sizeBytes = (await anonymous.get(TARBALL)).bytes.length;
for (const path of ROUTES.keys()) await anonymous.get(path);

const requests: [method: string, path: string, headers: Record<string, string>, status: number][] = [
  ['GET', LIST, {}, 200],
  ['GET', MANIFEST, {}, 200],
  ['GET', TARBALL, {}, 200],
  ['GET', ABSENT, {}, 404],
  ['HEAD', LIST, {}, 200],
  ['HEAD', TARBALL, {}, 200],
  ['HEAD', ABSENT, {}, 404],
  ['GET', MANIFEST, { 'if-none-match': '*' }, 304],
  ['GET', TARBALL, { 'if-none-match': '*' }, 304],
  ['HEAD', LIST, { 'if-none-match': '*' }, 304],
  ['GET', ABSENT, { 'if-none-match': '*' }, 404],
];

/** Every sample of requests and downloads, by name and labels. */
async function readCounts(): Promise<Map<string, number>> {
  const { text } = await anonymous.get('/-/metrics');
  const names = 'http_request_duration_seconds_count|downloads_total|downloaded_bytes_total';
  const samples = text.matchAll(new RegExp(`^prime_registry_(?:${names})(\\{.*\\})? \\d+$`, 'gm'));
  return new Map(
    [...samples].map(([line]) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

describe('a hot read', () => {
  for (const [method, path, headers, status] of requests) {
    const title = `${status} to ${method} ${path} ${JSON.stringify(headers)}`;

    test(`is counted: ${title}`, async () => {
      const before = await readCounts();
      for (let time = 0; time < 3; time += 1) await anonymous.request(path, { method, headers });
      const isDownload = method === 'GET' && path === TARBALL && status === 200;
      const labels = `{method="${method}",route="${ROUTES.get(path)}",status="${status}"}`;
      await eventually(async () => {
        const grown = [...(await readCounts())]
          .map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
          .filter(([name, growth]) => growth !== 0 && !name.includes('route="/-/metrics"'));
        assert.deepEqual(Object.fromEntries(grown), {
          [`prime_registry_http_request_duration_seconds_count${labels}`]: 3,
          ...(isDownload && {
            prime_registry_downloads_total: 3,
            prime_registry_downloaded_bytes_total: 3 * sizeBytes,
          }),
        });
      });
      // Again if something in the background asks the store in the meantime.
      await eventually(async () => {
        const work = await countStoreWork(anonymous);
        await anonymous.request(path, { method, headers });
        assert.equal(await countStoreWork(anonymous), work, 'it was a hot read');
      });
    });

    test(`has an ordinary line in the log: ${title}`, async () => {
      const given = `${method}-${status}-${ROUTES.get(path)?.length}-${registry.log.length}`;
      const answers = [
        await anonymous.request(path, { method, headers }),
        await anonymous.request(path, { method, headers: { ...headers, 'x-request-id': given } }),
      ];
      assert.equal(answers[1]?.headers.get('x-request-id'), given);
      for (const { headers: answered } of answers) {
        const id = answered.get('x-request-id');
        const [line, ...others] = await eventually(() => {
          const lines = registry.log
            .map((text) => JSON.parse(text))
            .filter(({ request_id }) => request_id === id);
          assert.notEqual(lines.length, 0);
          return lines;
        });
        assert.equal(others.length, 0);
        const { time, duration_ms, ...told } = line;
        assert.deepEqual(told, {
          level: 30,
          request_id: id,
          method,
          path,
          status,
          remote: '127.0.0.1',
          msg: 'request',
        });
        assert.ok(Math.abs(Date.now() - time) < 60_000);
        assert.ok(duration_ms > 0, 'it was measured');
      }
    });
  }
});

test('the line in the log has at most 500 characters of the path, as for other reads', async () => {
  const path = `${MANIFEST}?x=`.padEnd(510, 'x');
  await anonymous.get(path);
  const work = await countStoreWork(anonymous);
  await anonymous.get(path, { 'x-request-id': 'long' });
  assert.equal(await countStoreWork(anonymous), work, 'it was a hot read');
  const line = await eventually(() => registry.log.find((text) => text.includes('"long"')) ?? assert.fail());
  assert.equal(JSON.parse(line).path, path.slice(0, 500));
});

test('at log level warn, requests are not logged', async () => {
  const quiet = await startRegistry({ logLevel: 'warn' });
  for (let time = 0; time < 3; time += 1) await quiet.anonymous.get(ABSENT);
  assert.deepEqual(quiet.log, []);
  await quiet.stop();
});
