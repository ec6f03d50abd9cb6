// Feeds (RFC 4287): complete, valid, and cheap to poll.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { atomFiles, expectProblem, startRegistry } from '@prime-registry/testkit';
import { parseAtomFeed } from 'feedsmith';

const registry = await startRegistry({ now: () => Date.UTC(2026, 4, 6, 7, 8, 9) });
after(() => registry.stop());
const { anonymous, author, stranger } = registry;
await author.mustPublish({ name: '@acme/tea', version: '1.0.0', description: 'Tea & <cake>' });
await author.mustPublish({ name: '@acme/tea', version: '1.1.0-rc.1' });
await author.mustPublish({ name: '@acme/milk', version: '1.0.0' });
await stranger.mustPublish({ name: '@other/tea', version: '1.0.0' });
await author.yank('@acme/tea', '1.1.0-rc.1');

const titlesOf = (text: string): string[] =>
  [...text.matchAll(/<entry>.*?<title>([^<]*)<\/title>/gs)].map(([, title]) => title ?? '');

test('each has its own versions, newest first, without yanked ones', async () => {
  const expected: [path: string, titles: string[]][] = [
    ['/-/feed', ['@other/tea 1.0.0', '@acme/milk 1.0.0', '@acme/tea 1.0.0']],
    ['/-/feed/@acme', ['@acme/milk 1.0.0', '@acme/tea 1.0.0']],
    ['/-/feed/%40acme%2Ftea', ['@acme/tea 1.0.0']],
    ['/-/feed/@nobody', []],
  ];
  for (const [path, titles] of expected) {
    const { status, headers, text } = await anonymous.get(path);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/atom+xml; charset=utf-8');
    assert.deepEqual(titlesOf(text), titles);
  }
  expectProblem(await anonymous.get('/-/feed/@acme/absent'), 'prime_not_found');
  expectProblem(await anonymous.get('/-/feed/acme'), 'not_found');
});

test('has all required elements', async () => {
  const { text } = await anonymous.get('/-/feed/@acme');
  assert.match(
    text,
    /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
  );
  const [head = '', ...entries] = text.split('<entry>');
  for (const part of [head, ...entries]) {
    for (const name of ['id', 'title', 'updated'])
      assert.equal(part.split(`<${name}>`).length, 2, `${name} in ${part}`);
    assert.match(part, /<updated>2026-05-06T07:08:09Z<\/updated>/);
    assert.match(
      part,
      /<id>urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}<\/id>/,
    );
  }
  assert.match(head, /<link rel="self" type="application\/atom\+xml" href="\/-\/feed\/@acme"\/>/);
  for (const entry of entries) assert.match(entry, /<author><name>@acme<\/name><\/author>/);
  assert.match(text, /<summary>Tea &#38; &#60;cake&#62; \(0 atoms\)<\/summary>/);
  const ids = [...text.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal((await anonymous.get('/-/feed/@acme')).text, text, 'ids stay the same');
});

test('is answered with 304 until something is published', async () => {
  const { headers } = await anonymous.get('/-/feed');
  const etag = headers.get('etag') ?? assert.fail();
  assert.equal((await anonymous.get('/-/feed', { 'if-none-match': etag })).status, 304);
  await author.mustPublish({ name: '@acme/tea', version: '2.0.0' });
  assert.equal((await anonymous.get('/-/feed', { 'if-none-match': etag })).status, 200);
});

test('is linked from its pages', async () => {
  const linked: [page: string, feed: string][] = [
    ['/', '/-/feed'],
    ['/-/scope/@acme', '/-/feed/@acme'],
    ['/-/prime/@acme/tea', '/-/feed/@acme/tea'],
  ];
  for (const [page, feed] of linked) {
    const { text } = await anonymous.get(page);
    assert.match(
      text,
      new RegExp(`<link rel="alternate" type="application/atom\\+xml" title="[^"]+" href="${feed}">`),
    );
  }
});

test('is read by a feed parser, which finds what each version changed', async () => {
  const name = '@acme/leaves';
  const leaf = { id: '@acme/fact-leaf', description: 'Green' };
  await author.mustPublish({ name, version: '1.0.0', description: 'Leaves & <b>', files: atomFiles(leaf) });
  await author.mustPublish({
    ...{ name, version: '1.1.0', description: 'Leaves & <b>' },
    files: atomFiles({ ...leaf, description: 'Black' }, { id: '@acme/fact-stem' }),
  });
  const { text } = await anonymous.get(`/-/feed/${name}`);
  const feed = parseAtomFeed(text);
  assert.equal(feed.title?.value ?? feed.title, '@acme/leaves on prime-registry');
  assert.deepEqual(
    feed.entries?.map(({ title, summary, published, links }) => ({
      title: title?.value ?? title,
      summary: summary?.value ?? summary,
      published,
      related: links?.find(({ rel }) => rel === 'related')?.href,
    })),
    [
      {
        title: '@acme/leaves 1.1.0',
        summary: 'Leaves & <b> (2 atoms) Since 1.0.0: 1 atom added, 1 atom changed, a minor step.',
        published: '2026-05-06T07:08:09Z',
        related: '/-/prime/@acme/leaves/diff/1.0.0...1.1.0',
      },
      {
        title: '@acme/leaves 1.0.0',
        summary: 'Leaves & <b> (1 atom)',
        published: '2026-05-06T07:08:09Z',
        related: undefined,
      },
    ],
  );
});
