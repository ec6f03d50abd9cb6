// GET /-/metrics: the metrics count what happens.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildTarball, eventually, startRegistry } from '@prime-registry/testkit';
import { usePromtool } from '@prime-registry/testkit/promtool';
import { upstreamAt } from '../mirror/chain.ts';

const promtool = usePromtool();
const registry = await startRegistry();
after(() => registry.stop());
const { anonymous, author } = registry;

/** Every sample, by its name with labels. */
async function readMetrics(): Promise<Map<string, number>> {
  const { text } = await anonymous.get('/-/metrics');
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** Fails unless each sample grows by this much during the act. */
async function assertGrowth(
  growth: Readonly<Record<string, number>>,
  act: () => Promise<unknown>,
): Promise<void> {
  const before = await readMetrics();
  await act();
  // A request is counted after its answer, which the client may have before.
  await eventually(async () => {
    const after = await readMetrics();
    const grown = Object.keys(growth).map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]);
    assert.deepEqual(Object.fromEntries(grown), growth);
  });
}

const requests = (method: string, route: string, status: number): string =>
  `prime_registry_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
const publishes = (outcome: string): string => `prime_registry_publishes_total{outcome="${outcome}"}`;
const operations = (operation: string, outcome = 'ok'): string =>
  `prime_registry_store_duration_seconds_count{operation="${operation}",outcome="${outcome}"}`;

test('are in the text format of Prometheus, with those of the process', async () => {
  const { status, headers, text } = await anonymous.get('/-/metrics');
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4; charset=utf-8$/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.match(
    text,
    /^# HELP prime_registry_publishes_total .+\n# TYPE prime_registry_publishes_total counter$/m,
  );
  assert.match(text, /^process_resident_memory_bytes \d+/m);
});

test('publishes are counted by outcome, with their bytes', async () => {
  const tarball = buildTarball({ 'README.md': 'hello' });
  const growth = {
    [publishes('published')]: 2,
    [publishes('version_exists')]: 1,
    [publishes('invalid_manifest')]: 1,
    [publishes('scope_not_allowed')]: 1,
    prime_registry_published_bytes_total: 2 * tarball.length,
    [requests('POST', '/publish', 201)]: 2,
    [requests('POST', '/publish', 409)]: 1,
    [operations('store.insertVersion')]: 2,
  };
  await assertGrowth(growth, async () => {
    await author.mustPublish({ version: '1.0.0', tarball });
    await author.mustPublish({ version: '1.1.0-rc.1', tarball });
    await author.publish({ version: '1.0.0', tarball });
    await author.publish({ manifest: 'nonsense', tarball });
    await registry.stranger.publish({ version: '3.0.0', tarball });
  });
});

test('downloads are counted with the bytes that are sent', async () => {
  const path = '/pack/@acme/web-style/1.0.0/tarball';
  const size = (await anonymous.get(path)).bytes.length;
  const growth = {
    prime_registry_downloads_total: 2,
    prime_registry_downloaded_bytes_total: size + 10,
    // So small a tarball comes from the response cache; the range is read.
    [operations('blobs.read')]: 1,
    [requests('GET', '/pack/:scope/:name/:version/tarball', 206)]: 1,
    [requests('GET', '/pack/:scope/:name/:version/tarball', 304)]: 1,
    [requests('GET', '/pack/:scope/:name/:version/tarball', 416)]: 1,
  };
  await assertGrowth(growth, async () => {
    await anonymous.get(path);
    await anonymous.get(path, { range: 'bytes=0-9' });
    await anonymous.get(path, { 'if-none-match': '*' });
    await anonymous.request(path, { method: 'HEAD' });
    await anonymous.get(path, { range: `bytes=${size}-` });
  });
});

test('requests are counted by method, route and status, never by path', async () => {
  const growth = {
    [requests('GET', '/pack/:scope/:name', 200)]: 1,
    [requests('HEAD', '/pack/:scope/:name', 200)]: 1,
    [requests('GET', '/pack/:scope/:name', 404)]: 1,
    [requests('GET', '/search', 400)]: 1,
    [requests('GET', 'none', 404)]: 1,
    [requests('PUT', 'none', 405)]: 1,
    [requests('OPTIONS', '/pack/:scope/:name', 204)]: 1,
    [requests('OPTIONS', 'none', 404)]: 1,
    [requests('DELETE', '/pack/:scope/:name/:version', 200)]: 1,
    prime_registry_yanks_total: 1,
    [operations('store.search')]: 1,
  };
  await assertGrowth(growth, async () => {
    await anonymous.get('/pack/%40acme%2Fweb-style');
    await anonymous.request('/pack/@acme/web-style', { method: 'HEAD' });
    await anonymous.get('/pack/@acme/secret-name');
    await anonymous.get('/search');
    await anonymous.get('/search?q=web');
    await anonymous.get('/nowhere/secret-name');
    await anonymous.request('/search', { method: 'PUT' });
    await anonymous.request('/pack/@acme/secret-name', { method: 'OPTIONS' });
    await anonymous.request('/nowhere', { method: 'OPTIONS' });
    await author.yank('@acme/web-style', '1.1.0-rc.1');
  });
  assert.ok(![...(await readMetrics()).keys()].some((name) => name.includes('secret-name')));
});

test('pass promtool check metrics', { skip: promtool.skip }, async (t) => {
  const mirror = await startRegistry({ isWitness: true, upstreams: [upstreamAt(registry.baseUrl)] });
  t.after(() => mirror.stop());
  await mirror.anonymous.get('/pack/@acme/web-style/1.0.0/tarball');
  const { text } = await anonymous.get('/-/metrics');
  for (const answer of [text, (await mirror.anonymous.get('/-/metrics')).text]) {
    assert.ok(answer.length > 10_000);
    assert.deepEqual(await promtool.checkMetrics(answer), []);
  }
  // It is the judge that passes them, not a program that says nothing.
  assert.deepEqual(await promtool.checkMetrics('# TYPE tea_total gauge\ntea_total 1\n'), [
    'tea_total no help text',
    'tea_total non-counter metrics should not have "_total" suffix',
  ]);
  assert.notDeepEqual(await promtool.checkMetrics(`${text}# nonsense\n{`), []);
});

test('failures of the store are counted separately', async () => {
  await registry.store.close();
  const growth = {
    [operations('store.listVersions', 'failed')]: 1,
    [requests('GET', '/pack/:scope/:name', 503)]: 1,
  };
  await assertGrowth(growth, () => anonymous.get('/pack/@acme/web-style'));
});

/** Parts of names that say another unit than the base unit. */
const OTHER_UNITS =
  /_(?:(?:milli|micro|nano)seconds|minutes|hours|days|weeks|(?:kilo|mega|giga|tera|kibi|mebi|gibi)bytes|bits|percent|s|ms|us|ns|sec|m|h|d|b|kb|mb|gb|tb|pb)(?:_|$)/;

test('pass the rules of promtool check metrics, also where it is not', async () => {
  const { text } = await anonymous.get('/-/metrics');
  const lines = text.split('\n');
  const types = new Map(
    lines.flatMap((line) => {
      const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, type] as const];
    }),
  );
  assert.ok(types.size > 20);
  const faults: string[] = [];
  for (const [name, type] of types) {
    const rules = {
      'has a help': lines.some((line) => line.startsWith(`# HELP ${name} `) && line.length > name.length + 8),
      'is written in snake_case': /^[a-z][a-z0-9_]*$/.test(name),
      'ends with _total exactly if it is a counter': name.endsWith('_total') === (type === 'counter'),
      'does not end like a part of a histogram': !/_(?:bucket|count|sum)$/.test(name),
      'does not name its type': !/_(?:counter|gauge|histogram|summary)(?:_|$)/.test(name),
      'has the base unit': !OTHER_UNITS.test(name),
      'is described once': lines.filter((line) => line.startsWith(`# TYPE ${name} `)).length === 1,
    };
    faults.push(...Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${name} ${rule}: no`])));
  }
  assert.deepEqual(faults, []);
  const samples = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const labels = samples.flatMap((line) =>
    [...line.matchAll(/[{,]([^=,{}"]+)="/g)].map(([, label]) => label),
  );
  for (const label of new Set(labels)) assert.match(label ?? '', /^[a-z][a-z0-9_]*$/);
  const names = samples.map((line) => line.replace(/ \S+$/, ''));
  assert.equal(new Set(names).size, names.length, 'no sample twice');
});
