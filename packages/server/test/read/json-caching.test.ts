// JSON may be cached but must be revalidated: an entity tag makes that cheap, and no cache hides a new
// version.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());

const { anonymous, author } = registry;

describe('a JSON answer', () => {
  before(async () => void (await author.mustPublish()));

  const paths = [
    '/pack/%40acme%2Fweb-style',
    '/pack/@acme/web-style/1.0.0',
    '/search?q=web',
    '/-/health/live',
    '/-/health/ready',
    '/-/openapi.json',
  ];
  for (const path of paths) {
    test(`${path} has a strong tag, and is a 304 for a client that has it`, async () => {
      const { status, headers } = await anonymous.get(path);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-cache');
      const tag = headers.get('etag') ?? '';
      assert.match(tag, /^"[^"]{16,}"$/);
      for (const method of ['GET', 'HEAD']) {
        for (const matching of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
          const answer = await anonymous.request(path, { method, headers: { 'if-none-match': matching } });
          assert.equal(answer.status, 304, `${method} ${matching} ${answer.text}`);
          assert.equal(answer.headers.get('etag'), tag);
          assert.equal(answer.headers.get('cache-control'), 'no-cache');
          assert.equal(answer.headers.has('content-type'), false);
          assert.equal(answer.bytes.length, 0);
        }
        for (const other of ['"x"', tag.slice(1, -1), tag.toUpperCase()]) {
          const answer = await anonymous.request(path, { method, headers: { 'if-none-match': other } });
          assert.equal(answer.status, 200, `${method} ${other}`);
        }
      }
    });
  }

  test('of an error is not cached, and has no tag', async () => {
    const { status, headers } = await anonymous.get('/pack/@acme/other', { 'if-none-match': '*' });
    assert.equal(status, 404);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.has('etag'), false);
  });
});

describe('the tag', () => {
  const tagsOf = async (): Promise<Record<string, string | null>> => {
    const paths = ['/pack/@acme/changing', '/pack/@acme/changing/1.0.0-rc.1', '/search?q=changing'];
    const answers = await Promise.all(paths.map((path) => anonymous.get(path)));
    const [list, manifest, search] = answers.map(({ headers }) => headers.get('etag'));
    return { list: list ?? null, manifest: manifest ?? null, search: search ?? null };
  };

  test('is the same until its contents change, and changes at once then', async () => {
    await author.mustPublish({ name: '@acme/changing', version: '1.0.0-rc.1' });
    const first = await tagsOf();
    assert.deepEqual(await tagsOf(), first);

    await author.mustPublish({ name: '@acme/changing', version: '1.0.0-rc.2' });
    const published = await tagsOf();
    assert.notEqual(published.list, first.list);
    assert.equal(published.manifest, first.manifest);
    assert.notEqual(published.search, first.search);

    await author.yank('@acme/changing', '1.0.0-rc.1');
    const yanked = await tagsOf();
    assert.notEqual(yanked.list, published.list);
    assert.notEqual(yanked.manifest, published.manifest);
    assert.equal(yanked.search, published.search);
  });
});
