// READMEs with pictures and links to files of their tarballs, and the route that serves these pictures.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { expectProblem, RawClient, startRegistry } from '@prime-registry/testkit';
import { change } from '../lifecycle/changing.ts';
import { pngOf } from '../tasks/pictures.ts';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous, author } = registry;

const SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><script>alert(1)</script></svg>';
const README = `# Tea

![A cup](docs/cup.png) <img src="./docs/a b%25.svg" width="4"> [guide](docs/guide.md) [![cup](docs/cup.png)](LICENSE)

![none](docs/none.png) ![huge](huge.png) ![page](page.png) ![out](../../../../-/assets/x.svg)

- [x] done
- [ ] to do[^1]

[^1]: A note.

\`\`\`js
const tea = 'hot';
\`\`\`

## Leaves
## Water
## Pots
`;
/** Compresses a little better with a hundred times the work. */
const LARGE = `<svg xmlns="http://www.w3.org/2000/svg"><!--${randomBytes(60_000).toString('base64')}--></svg>`;
const files = {
  'large.svg': LARGE,
  'README.md': README,
  LICENSE: 'Free',
  'docs/cup.png': pngOf(40, 30),
  'docs/a b%.svg': SCRIPT,
  'docs/guide.md': '# Guide',
  'huge.png': pngOf(40_000, 40_000),
  'page.png': '<!doctype html><script>alert(1)</script>',
  'large.png': Buffer.concat([pngOf(40, 30), Buffer.alloc(2 * 2 ** 20)]),
};
await author.mustPublish({ name: '@acme/tea', files });
const AT = '/-/prime/@acme/tea/1.0.0';
const { text: page } = await anonymous.get('/-/prime/@acme/tea');

describe('a README', () => {
  test('shows the pictures of its tarball at their size, and links its files', async () => {
    assert.match(
      page,
      new RegExp(`<img src="${AT}/file/docs/cup.png" alt="A cup" width="40" height="30" loading="lazy"`),
    );
    assert.match(page, new RegExp(`<img src="${AT}/file/docs/a%20b%25.svg" alt="" width="4" height="2"`));
    assert.match(page, new RegExp(`<a href="${AT}/files/docs/guide.md"`));
    assert.match(page, new RegExp(`<a href="${AT}/files/LICENSE"[^>]*><img`));
    for (const [, path = ''] of page.matchAll(/(?:href|src)="([^"]*\/1\.0\.0\/files?\/[^"]*)"/g))
      assert.equal((await anonymous.get(path)).status, 200, path);
    for (const name of ['none', 'huge', 'page', 'out'])
      assert.match(page, new RegExp(`<span class="image">${name}</span>|<a class="image"[^>]*>${name}</a>`));
  });

  test('leads to the files of its own version, also if another Prime has the same tarball', async () => {
    await registry.stranger.mustPublish({ name: '@other/tea', files });
    for (const [name, other] of [
      ['@other/tea', '@acme/tea'],
      ['@acme/tea', '@other/tea'],
    ] as const) {
      const { text } = await anonymous.get(`/-/prime/${name}`);
      assert.ok(text.includes(`src="/-/prime/${name}/1.0.0/file/docs/cup.png"`), name);
      assert.ok(!text.includes(other), name);
    }
  });

  test('has tasks, footnotes and colours, and no title that the page has already', () => {
    assert.match(
      page,
      /<li class="task"><span class="check done" role="img" aria-label="Done"><\/span>done<\/li>/,
    );
    assert.match(page, /<sup class="ref"><a href="#readme-note:1" id="readme-ref:1:1"/);
    assert.match(page, /<span class="c-keyword">const<\/span> tea = <span class="c-string">/);
    assert.doesNotMatch(page, /<h3[^>]*>Tea/);
  });

  test('has its contents next to it', () => {
    const [, contents = ''] = /<nav[^>]*aria-labelledby="contents".*?>(.*?)<\/nav>/s.exec(page) ?? [];
    assert.deepEqual(
      [...contents.matchAll(/href="([^"]*)"/g)].map(([, target]) => target),
      ['#readme-leaves', '#readme-water', '#readme-pots'],
    );
  });
});

describe('a picture of a tarball', () => {
  test('has the type of its contents, and cannot run, load or be embedded elsewhere', async () => {
    const { status, headers, bytes } = await anonymous.get(`${AT}/file/docs/cup.png`);
    assert.equal(status, 200);
    assert.deepEqual(Buffer.from(bytes), files['docs/cup.png']);
    assert.equal(headers.get('content-type'), 'image/png');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const drawing = await anonymous.get(`${AT}/file/docs/a%20b%25.svg`);
    assert.equal(drawing.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
    const policy = drawing.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline'; sandbox;/);
    assert.doesNotMatch(policy, /script|allow-/);
    const etag = headers.get('etag') ?? assert.fail();
    const again = await anonymous.get(`${AT}/file/docs/cup.png`, { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text], [304, '']);
    assert.equal(again.headers.get('content-security-policy')?.includes('sandbox'), true);
  });

  test('is compressed with no more work than a page, though it may be kept for good', async () => {
    const drawing = await anonymous.get(`${AT}/file/large.svg`, { 'accept-encoding': 'br' });
    assert.equal(drawing.headers.get('content-encoding'), 'br');
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(LARGE),
    };
    assert.equal(drawing.bytes.length, brotliCompressSync(LARGE, { params }).length);
  });

  test('is nothing else, and nothing outside of the tarball', async () => {
    // Clients resolve dots before they send a path.
    const statusOf = async (path: string): Promise<number> => {
      const client = await RawClient.connect(registry.baseUrl);
      await client.sendHead(`GET ${AT}/file/${path} HTTP/1.1`, { Connection: 'close' });
      return (await client.readAnswer()).status;
    };
    for (const path of [
      ...[
        'README.md',
        'page.png',
        'huge.png',
        'large.png',
        'docs/none.png',
        'docs',
        'docs/',
        '',
        'DOCS/CUP.PNG',
      ],
      ...[
        '../docs/cup.png',
        '%2e%2e/1.0.0/file/docs/cup.png',
        'docs/../docs/cup.png',
        './docs/cup.png',
        '/docs/cup.png',
      ],
      ...[
        'docs%5Ccup.png',
        'docs/cup.png%00',
        'pack.yaml',
        '__proto__',
        'docs/cup.png/',
        `${'a/'.repeat(3000)}b.png`,
      ],
    ]) {
      assert.equal(await statusOf(path), 404, path);
    }
    expectProblem(
      await anonymous.get(`${AT.replace('1.0.0', '2.0.0')}/file/docs/cup.png`),
      'version_not_found',
    );
  });
});

describe('pictures of versions', () => {
  test('stay when the version is yanked, and go with it when it is removed', async () => {
    const path = (version: string): string => `/-/prime/@acme/pots/${version}/file/a.png`;
    for (const version of ['1.0.0-rc.1', '1.0.0-rc.2'])
      await author.mustPublish({ name: '@acme/pots', version, files: { 'a.png': pngOf(1, 1) } });
    await author.yank('@acme/pots', '1.0.0-rc.1');
    assert.equal((await anonymous.get(path('1.0.0-rc.1'))).status, 200);
    assert.equal((await anonymous.get(path('1.0.0-rc.2'))).status, 200);
    const removal = { category: 'secret', reason: 'a key' };
    await change(registry.admin, 'POST', '1.0.0-rc.2/removal', removal, '@acme/pots');
    expectProblem(await anonymous.get(path('1.0.0-rc.2')), 'version_removed');
  });

  test('of a private registry are for its readers, and a large tarball costs more than one read', async () => {
    const readRate = { requests: 50, windowS: 600 };
    const own = await startRegistry({ isPrivate: true, readRate, now: () => Date.UTC(2030, 0, 1) });
    try {
      // Bytes that do not compress, in front of the picture.
      const noise = randomBytes(3_300_000);
      await own.author.mustPublish({ name: '@acme/tea', files: { noise, 'a.png': pngOf(1, 1) } });
      assert.equal((await own.anonymous.get(`${AT}/file/a.png`)).status, 401);
      const reader = await own.actorWith({ permissions: ['read'], scopes: [] });
      const left = async (path: string): Promise<number> => {
        const { status, headers } = await reader.get(`${AT}/file/${path}`);
        assert.equal(status, path === 'a.png' ? 200 : 404);
        if (path === 'a.png') assert.match(headers.get('cache-control') ?? '', /^private, /);
        return Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
      };
      const first = await left('a.png');
      assert.ok(first <= 46, String(first));
      assert.equal(await left('a.png'), first - 1, 'it is in memory');
    } finally {
      await own.stop();
    }
  });
});
