// What is of one registry on its pages: name, mark, colours, links and address; and what search engines and previews
// read.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { atomFiles, expectProblem, startRegistry } from '@prime-registry/testkit';
import { SETTINGS } from '../../src/config/server-settings.ts';
import { readSiteMark } from '../../src/wiring/site-mark.ts';

const folder = await mkdtemp(join(tmpdir(), 'site-'));
const mark = join(folder, 'mark.svg');
await writeFile(
  mark,
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
);
const PUBLIC = 'https://primes.acme.example';
const usual = await startRegistry();
const own = await startRegistry({
  siteName: 'Tea & <Leaves>',
  siteMark: mark,
  siteColours: '#1a5a96 #8ab8f0',
  siteLinks: [{ text: 'Imprint <b>', url: 'https://acme.example/"x' }],
  publicUrl: PUBLIC,
});
const pngMark = join(folder, 'mark.png');
await writeFile(pngMark, (await usual.anonymous.get('/apple-touch-icon.png')).bytes);
const closed = await startRegistry({ isPrivate: true, publicUrl: PUBLIC, siteMark: pngMark });
const coloured = await startRegistry({ siteColours: '#1a5a96 #8ab8f0' });
const registries = [usual, own, closed, coloured];
after(() => Promise.all([...registries.map((each) => each.stop()), rm(folder, { recursive: true })]));
for (const { author, stranger } of [usual, own]) {
  await author.mustPublish({
    name: '@acme/tea',
    version: '1.0.0',
    description: 'How to\n make tea',
    files: atomFiles({ id: '@acme/one' }, { id: '@acme/old' }),
  });
  await author.mustPublish({
    name: '@acme/tea',
    version: '1.1.0',
    description: 'How to\n make tea',
    files: atomFiles({ id: '@acme/one', edges: { requires: ['@acme/two'] } }, { id: '@acme/two' }),
  });
  await stranger.mustPublish({ name: '@other/milk', version: '1.0.0' });
}

await usual.author.mustPublish({
  name: '@acme/early',
  version: '1.0.0-rc.1',
  files: atomFiles({ id: '@acme/one' }),
});
await usual.author.yank('@acme/early', '1.0.0-rc.1');

async function read(path: string, { anonymous } = usual): Promise<string> {
  return (await anonymous.get(path, { accept: 'text/html' })).text;
}

const headOf = (page: string): string => page.slice(0, page.indexOf('</head>'));

describe('a page of a registry whose operator has chosen nothing', () => {
  test('has the name of the product, a description, and no slot that was left open', async () => {
    for (const path of ['/', '/-/prime/@acme/tea', '/-/find?q=tea', '/-/log', '/-/absent']) {
      const page = await read(path);
      assert.match(page, /<title>(?:[^<]+ · )?prime-registry<\/title>/, path);
      assert.match(page, /<meta name="description" content="[^"\n]{15,}">/, path);
      assert.doesNotMatch(page, /<!--/, path);
      assert.equal(
        headOf(page).match(/<title>|rel="stylesheet"|rel="icon"|property="og:title"/g)?.length,
        4,
        path,
      );
    }
    assert.match(await read('/'), /<title>prime-registry<\/title>/);
    assert.match(await read('/-/prime/@acme/tea'), /name="description" content="How to make tea"/);
  });

  test('has a canonical path, without the version and the query', async () => {
    for (const [path, canonical] of [
      ['/', '/'],
      ['/-/prime/@acme/tea', '/-/prime/@acme/tea'],
      ['/-/prime/%40acme%2Ftea?x=1', '/-/prime/@acme/tea'],
      ['/-/prime/@acme/tea/1.0.0', '/-/prime/@acme/tea'],
      ['/-/prime/@acme/tea/versions', '/-/prime/@acme/tea/versions'],
      ['/-/scope/@acme?after=@acme/a', '/-/scope/@acme'],
      ['/-/prime/@acme/tea/1.1.0/atom/@acme/one?text=full', '/-/prime/@acme/tea/1.1.0/atom/@acme/one'],
      ['/-/prime/@acme/tea/1.0.0/atom/@acme/one', '/-/prime/@acme/tea/1.1.0/atom/@acme/one'],
      ['/-/prime/@acme/tea/1.0.0/atoms?kind=fact', '/-/prime/@acme/tea/1.1.0/atoms'],
      ['/-/prime/@acme/tea/1.1.0/atoms', '/-/prime/@acme/tea/1.1.0/atoms'],
      ['/-/prime/@acme/tea/1.0.0/read?text=full', '/-/prime/@acme/tea/1.1.0/read'],
    ] as const)
      assert.ok((await read(path)).includes(`<link rel="canonical" href="${canonical}">`), path);
  });

  test('that is an error, a result or a comparison is not for search engines', async () => {
    for (const path of [
      '/-/prime/@acme/absent',
      '/-/find?q=tea',
      '/-/prime/@acme/tea/diff/1.0.0...1.1.0',
      '/-/prime/@acme/tea/1.1.0/files',
      '/-/prime/@acme/tea/1.0.0/atom/@acme/old',
      '/-/prime/@acme/early/1.0.0-rc.1/atoms',
      '/-/prime/@acme/early/1.0.0-rc.1/read',
    ]) {
      const head = headOf(await read(path));
      assert.match(head, /<meta name="robots" content="noindex">/, path);
      assert.doesNotMatch(head, /canonical|og:url/, path);
    }
  });
});

describe('a page of a registry with settings', () => {
  test('has its name, mark, colours and links, escaped', async () => {
    const page = await read('/', own);
    assert.match(page, /<title>Tea &#38; &#60;Leaves&#62;<\/title>/);
    assert.match(page, /og:site_name" content="Tea &#38; &#60;Leaves&#62;"/);
    assert.ok(page.includes('<a href="https://acme.example/&#34;x">Imprint &#60;b&#62;</a>'));
    const [, picture = ''] = /class="mark" href="\/"><img src="([^"]+)" alt=""/.exec(page) ?? [];
    assert.match(picture, /^\/-\/assets\/mark-[0-9a-f]{12}\.svg$/);
    assert.equal((await own.anonymous.get(picture)).headers.get('content-type'), 'image/svg+xml');
    assert.ok(page.includes(`<link rel="icon" type="image/svg+xml" href="${picture}">`));
    const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    const usualStyle = await usual.anonymous.get(
      /rel="stylesheet" href="([^"]+)"/.exec(await read('/'))?.[1] ?? '',
    );
    const { text } = await own.anonymous.get(style);
    assert.ok(text.startsWith(usualStyle.text));
    assert.match(text.slice(usualStyle.text.length), /--accent:#1a5a96.*dark.*--accent:#8ab8f0/s);
  });

  test('has whole addresses for previews', async () => {
    const head = headOf(await read('/-/prime/@acme/tea/1.1.0', own));
    assert.ok(head.includes(`<link rel="canonical" href="${PUBLIC}/-/prime/@acme/tea">`));
    assert.ok(head.includes(`<meta property="og:url" content="${PUBLIC}/-/prime/@acme/tea">`));
    const picture = '/-/prime/@acme/tea/1.1.0/graph.png';
    assert.ok(head.includes(`<meta property="og:image" content="${PUBLIC}${picture}">`));
    const { headers, bytes } = await own.anonymous.get(picture);
    assert.equal(headers.get('content-type'), 'image/png');
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
    assert.deepEqual(pixelOf(bytes, 1200, [0, 0]), [250, 248, 243, 255]);
    assert.doesNotMatch(headOf(await read('/-/prime/@other/milk', own)), /og:image/, 'nothing to draw');
  });
});

describe('search engines', () => {
  test('are told to leave out what has no end', async () => {
    const { text, headers } = await usual.anonymous.get('/robots.txt');
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(text, /^User-agent: \*\nDisallow: \/-\/find\n/);
    assert.doesNotMatch(text, /Sitemap|^Disallow: \/$/m);
    assert.match(
      (await own.anonymous.get('/robots.txt')).text,
      /\nSitemap: https:\/\/primes\.acme\.example\/sitemap\.xml\n$/,
    );
  });

  test('find every Prime through the sitemaps, and nothing there is forbidden or missing', async () => {
    const rules = (await own.anonymous.get('/robots.txt')).text.match(/(?<=Disallow: ).+/g) ?? [];
    const locate = async (path: string): Promise<string[]> => {
      const { status, headers, text } = await own.anonymous.get(path);
      assert.deepEqual([status, headers.get('content-type')], [200, 'application/xml; charset=utf-8'], path);
      return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => {
        assert.ok(url.startsWith(`${PUBLIC}/`), url);
        return url.slice(PUBLIC.length);
      });
    };
    const listed = (await Promise.all((await locate('/sitemap.xml')).map(locate))).flat();
    for (const path of ['/', '/-/prime/@acme/tea', '/-/prime/@other/milk', '/-/scope/@acme'])
      assert.ok(listed.includes(path), path);
    for (const path of listed) {
      assert.equal((await own.anonymous.get(path)).status, 200, path);
      for (const rule of rules)
        assert.doesNotMatch(
          path,
          new RegExp(`^${rule.replaceAll(/[.?]/g, '\\$&').replaceAll('*', '.*')}`),
          rule,
        );
    }
    const { text } = await own.anonymous.get('/-/sitemap/@acme/primes.xml');
    assert.match(text, /<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
  });

  test('get no sitemap without an address, for nobody and of a private registry', async () => {
    for (const path of ['/sitemap.xml', '/-/sitemap/pages.xml', '/-/sitemap/@acme/primes.xml'])
      assert.match(expectProblem(await usual.anonymous.get(path), 'not_found').detail, /public-url/);
    expectProblem(await own.anonymous.get('/-/sitemap/@nobody/primes.xml'), 'not_found');
    expectProblem(await closed.admin.get('/sitemap.xml'), 'not_found');
    assert.equal((await closed.anonymous.get('/robots.txt')).text, 'User-agent: *\nDisallow: /\n');
    assert.match(await read('/', closed), /name="robots" content="noindex"/);
  });
});

test('the icons follow the mark, a PNG also on home screens', async () => {
  const picture = await own.anonymous.get('/favicon.ico');
  assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
  assert.deepEqual(picture.bytes, await readFile(mark));
  expectProblem(await own.anonymous.get('/apple-touch-icon.png'), 'not_found');
  assert.doesNotMatch(await read('/', own), /apple-touch-icon/);
  const touched = await closed.anonymous.get('/apple-touch-icon.png');
  assert.equal(touched.headers.get('content-type'), 'image/png');
  assert.deepEqual(touched.bytes, await readFile(pngMark));
  assert.deepEqual((await closed.anonymous.get('/favicon.ico')).bytes, touched.bytes);
  assert.match(await read('/', closed), /rel="apple-touch-icon"/);
});

test('feeds and texts for models have the name of the registry', async () => {
  const feed = (await own.anonymous.get('/-/feed/@acme')).text;
  assert.match(feed, /<title>@acme on Tea &#38; &#60;Leaves&#62;<\/title>/);
  assert.match((await own.anonymous.get('/-/feed')).text, /<title>Published on Tea &#38;/);
  assert.match((await own.anonymous.get('/llms.txt')).text, /^# Tea & .*Leaves.*\n/);
  assert.match((await usual.anonymous.get('/llms.txt')).text, /^# prime-registry\n/);
});

test('the icons are pictures in the accent of the registry', async () => {
  const icon = (await usual.anonymous.get('/favicon.ico')).bytes;
  assert.deepEqual([...icon.subarray(0, 8)], [0, 0, 1, 0, 1, 0, 32, 32]);
  assert.equal(icon.readUInt32LE(14), icon.length - 22);
  const touch = (await coloured.anonymous.get('/apple-touch-icon.png')).bytes;
  for (const [png, size, colour] of [
    [icon.subarray(22), 32, [0xb8, 0x43, 0x2d]],
    [touch, 180, [0x1a, 0x5a, 0x96]],
  ] as const) {
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [size, size]);
    assert.deepEqual(pixelOf(png, size, [(size * 11) / 24, (size * 6.6) / 24]), [...colour, 255]);
  }
});

/** A pixel of a PNG as this registry writes it: one IDAT, rows as differences. */
function pixelOf(png: Buffer, size: number, [x, y]: readonly [number, number]): number[] {
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const pixel = [0, 0, 0, 0];
  for (let row = 0; row <= Math.floor(y); row += 1)
    for (let channel = 0; channel < 4; channel += 1)
      pixel[channel] =
        ((pixel[channel] ?? 0) + (rows[row * (size * 4 + 1) + 1 + Math.floor(x) * 4 + channel] ?? 0)) & 255;
  return pixel;
}

describe('settings are refused', () => {
  test('with colours that cannot be read, by theme and background', () => {
    assert.throws(
      () => SETTINGS.siteColours.read('#ffcc00 #8ab8f0'),
      /#ffcc00 .* light theme.*darker colour/,
    );
    assert.throws(
      () => SETTINGS.siteColours.read('#1a5a96 #1a5a96'),
      /#1a5a96 .* dark theme.*lighter colour/,
    );
    for (const text of ['', 'red blue', '#1a5a96', '#1a5a96 #8ab8f0 #000000', '#1a5a96;x #8ab8f0'])
      assert.equal(SETTINGS.siteColours.read(text), undefined, text);
  });

  test('with names that do not fit', () => {
    for (const name of ['', ' ', 'a\nb', 'x\u200by', 'a\u202eb', 'x'.repeat(41)])
      assert.equal(SETTINGS.siteName.read(name), undefined, name);
  });

  test('with links that lead nowhere', () => {
    const link = (fields: object): string => JSON.stringify([fields]);
    for (const url of [
      'javascript:alert(1)',
      '//elsewhere',
      '/\\elsewhere',
      'imprint',
      'https://',
      'data:x',
      '',
    ])
      assert.throws(() => SETTINGS.siteLinks.read(link({ text: 'a', url })), /the url of link 1/, url);
    for (const text of ['', 'x'.repeat(61), 'a\u200b', 7])
      assert.throws(() => SETTINGS.siteLinks.read(link({ text, url: '/a' })), /link 1 needs a text/);
    assert.throws(
      () => SETTINGS.siteLinks.read(link({ text: 'a', url: '/a', rel: 'me' })),
      /unknown key 'rel'/,
    );
    assert.throws(() => SETTINGS.siteLinks.read('[1]'), /link 1 is not a mapping/);
    assert.throws(
      () => SETTINGS.siteLinks.read(JSON.stringify(Array.from({ length: 9 }, () => ({})))),
      /more than 8/,
    );
    assert.equal(SETTINGS.siteLinks.read('https://acme.example'), undefined);
  });

  test('with marks that are no pictures', async () => {
    const paths = {
      absent: join(folder, 'absent.svg'),
      text: join(folder, 'a.txt'),
      large: join(folder, 'large.png'),
    };
    await writeFile(paths.text, 'no picture');
    await writeFile(paths.large, Buffer.alloc(70_000));
    for (const [siteMark, message] of [
      [paths.absent, /cannot read/],
      [paths.text, /neither an SVG nor a PNG/],
      [paths.large, /the most are 65536 bytes/],
    ] as const)
      assert.throws(() => readSiteMark({ siteMark }), message);
  });
});
