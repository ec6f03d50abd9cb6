// Pages of mirrored Primes: people look before they install, even at versions that nobody has pulled yet.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { publishExample } from '../pages/example.ts';
import { type Chain, LIST, startChain, TARBALL } from './chain.ts';

const PAGE = '/-/prime/@acme/web-style';
const HTML = { accept: 'text/html' };
const isTarball = ({ path }: { readonly path: string }): boolean => path.endsWith('/tarball');

const see = (chain: Chain, path: string) => chain.mirror.anonymous.get(path, HTML);

describe('the page of a Prime', () => {
  test('that nobody has pulled yet shows its contents, and its origin', async () => {
    await using chain = await startChain();
    await publishExample(chain.origin.author);
    const { status, text } = await see(chain, '/-/prime/@acme/tea');
    assert.equal(status, 200);
    for (const part of [
      /<span class="version">1\.1\.0<\/span>/,
      /Graph of its 4 atoms/,
      /How to make it, from <strong>leaf<\/strong>/,
      new RegExp(`<dt>Pulled from</dt><dd><a href="${chain.link.baseUrl}/">127\\.0\\.0\\.1:`),
      /1\.0\.0<\/a>\s*<span class="tag">not pulled yet<\/span>/,
    ])
      assert.match(text, part);
    assert.doesNotMatch(text, /changes/, 'from a version that is not here');
    assert.equal((await see(chain, '/-/prime/@acme/tea/1.1.0/graph')).status, 200);
    const requests = chain.link.requests.length;
    assert.equal((await see(chain, '/-/prime/@acme/tea')).text, text);
    assert.equal(chain.link.requests.length, requests, 'it is here');

    assert.match((await see(chain, '/-/prime/@acme/tea/1.0.0')).text, /This is not the latest version/);
    const both = (await see(chain, '/-/prime/@acme/tea')).text;
    assert.doesNotMatch(both, /not pulled yet/);
    assert.match(both, /diff\/1\.0\.0\.\.\.1\.1\.0/);
  });

  test('that is pulled counts on the home page, with its versions and its scope', async () => {
    await using chain = await startChain();
    await publishExample(chain.origin.author);
    await chain.mirror.stranger.mustPublish({ name: '@other/pot' });
    const amounts = async (): Promise<string[]> =>
      [...(await see(chain, '/')).text.matchAll(/<dd><a href="[^"]*">([\d,]+)</g)].map(
        ([, amount]) => amount ?? '',
      );
    for (const version of ['1.0.0', '1.1.0'])
      assert.equal((await see(chain, `/-/prime/@acme/tea/${version}`)).status, 200);
    assert.deepEqual(await amounts(), ['2', '3', '2'], 'Primes, versions, scopes');
  });

  test('does not mention upstreams for a Prime that was published here', async () => {
    await using chain = await startChain();
    await publishExample(chain.mirror.author);
    const { text } = await see(chain, '/-/prime/@acme/tea');
    assert.doesNotMatch(text, /Pulled from|not pulled yet/);
    assert.deepEqual(chain.link.requests, []);
  });

  test('of an unknown Prime is a 404, and during an outage a 503 that says so', async () => {
    await using chain = await startChain();
    for (const path of [PAGE, `${PAGE}/1.0.0`, `${PAGE}/versions`])
      assert.equal((await see(chain, path)).status, 404, path);
    await chain.link.close();
    const answer = await see(chain, '/-/prime/@acme/else');
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5']);
    assert.match(answer.text, /An upstream registry is unavailable/);
  });

  test('that takes longer says that the version is being pulled', async () => {
    await using chain = await startChain();
    await chain.origin.author.mustPublish({ version: '1.0.0' });
    const held = Promise.withResolvers<void>();
    chain.link.fault = (request) => (isTarball(request) ? { kind: 'hold', until: held.promise } : undefined);
    for (const path of [PAGE, `${PAGE}/1.0.0`]) {
      const answer = await see(chain, path);
      assert.equal(answer.status, 503);
      assert.deepEqual(
        ['retry-after', 'cache-control', 'content-type'].map((name) => answer.headers.get(name)),
        ['5', 'no-store', 'text/html; charset=utf-8'],
      );
      assert.match(answer.text, /This version is being pulled.*from <a href="http:/s);
      assert.match(answer.text, new RegExp(`<a href="${path}">Reload the page</a>`));
    }
    held.resolve();
    assert.equal((await see(chain, PAGE)).status, 200);
  });

  test('shows an older version while the latest cannot be pulled, and says so', async () => {
    await using chain = await startChain({ listMaxAgeMs: 1000 });
    const { origin, mirror, link, wait } = chain;
    await origin.author.mustPublish({ version: '1.0.0' });
    assert.equal((await see(chain, PAGE)).status, 200);
    await origin.author.mustPublish({ version: '2.0.0' });
    wait(2000);
    await mirror.anonymous.get(LIST);
    link.fault = (request) => (isTarball(request) ? { kind: 'reset' } : undefined);
    const { status, text } = await see(chain, PAGE);
    assert.equal(status, 200);
    assert.match(text, /<span class="version">1\.0\.0<\/span>/);
    assert.match(text, /<a href="[^"]*\/2\.0\.0">2\.0\.0<\/a>, which has not been pulled from <a/);
    assert.match(text, /prime install @acme\/web-style@1\.0\.0/);
    assert.equal((await see(chain, `${PAGE}/2.0.0`)).status, 503);
  });

  test('of a tarball with a wrong digest is a 502', async () => {
    await using chain = await startChain();
    await chain.origin.author.mustPublish({ version: '1.0.0' });
    chain.link.fault = (request) => (isTarball(request) ? { kind: 'flip' } : undefined);
    assert.equal((await see(chain, PAGE)).status, 502);
  });

  test('of a version that is too large to keep says so', async () => {
    await using chain = await startChain({}, { maxTarballBytes: 20_000 });
    await chain.origin.author.mustPublish({ version: '1.0.0', files: { 'noise.bin': randomBytes(50_000) } });
    const { status, text } = await see(chain, PAGE);
    assert.equal(status, 200);
    assert.match(text, /This version is not stored here, so its contents are not shown/);
    assert.doesNotMatch(text, /pack\.yaml/);
    assert.equal((await chain.mirror.anonymous.get(TARBALL)).status, 200);
  });

  test('has all versions on a page of its own; those that are here can be compared', async () => {
    await using chain = await startChain();
    const { origin, mirror } = chain;
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await origin.author.mustPublish({ version });
    for (const version of ['1.0.0', '1.2.0']) await see(chain, `${PAGE}/${version}`);
    const { text } = await mirror.anonymous.get(`${PAGE}/versions`);
    assert.match(text, /3 versions/);
    assert.equal(text.match(/not pulled yet/g)?.length, 1);
    assert.doesNotMatch(text, /<option[^>]*>1\.1\.0/);
    assert.match(text, /diff\/1\.0\.0\.\.\.1\.2\.0/);
  });
});

test('the page of a scope with mirrored Primes only lists them', async () => {
  await using chain = await startChain();
  await chain.origin.author.mustPublish({ version: '1.0.0' });
  assert.equal((await see(chain, '/-/scope/@acme')).status, 404);
  await see(chain, PAGE);
  const { status, text } = await see(chain, '/-/scope/@acme');
  assert.equal(status, 200);
  assert.match(text, /web-style.*pulled from other registries/s);
});

describe('the page of results', () => {
  test('shows hits of upstreams in a section of its own', async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    await mirror.stranger.mustPublish({ name: '@other/tea' });
    for (let index = 0; index < 12; index += 1)
      await origin.author.mustPublish({ name: `@acme/tea-${index}` });
    await mirror.anonymous.get('/-/prime/@acme/tea-3');
    await eventually(async () =>
      assert.equal((await mirror.anonymous.get('/search?q=tea')).json.incomplete, undefined),
    );
    const { text } = await see(chain, '/-/find?q=tea');
    const [here = '', elsewhere = ''] = text.split('In other registries');
    assert.match(here, /2 Primes.*@other\/.*tea-3.*from <a href="http:/s);
    assert.match(elsewhere, /11 Primes that are not stored here yet/);
    assert.match(
      elsewhere,
      new RegExp(`<h3><a href="/-/prime/@acme/tea-0">.*from <a href="${link.baseUrl}/">`, 's'),
    );
    assert.match(elsewhere, /<details><summary>1 more<\/summary>/);
    assert.doesNotMatch((await see(chain, '/-/find?q=tea&scope=@acme')).text, /In other registries/);
    assert.doesNotMatch((await see(chain, '/-/find?q=tea&offset=1')).text, /In other registries/);
  });

  test('works without upstreams that do not answer, and says so', async () => {
    await using chain = await startChain();
    await chain.mirror.stranger.mustPublish({ name: '@other/tea' });
    chain.link.fault = () => ({ kind: 'hang' });
    const { status, text } = await see(chain, '/-/find?q=tea');
    assert.equal(status, 200);
    assert.match(text, /1 Prime.*Did not answer in time, so results may be missing: <a href="http:/s);
  });
});
