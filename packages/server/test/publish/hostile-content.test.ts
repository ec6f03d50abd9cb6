// People, terminals, browsers and models read what is in a Prime. It must not be misread, get into the
// headers of an answer, or cost too much.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  buildTarball,
  encodeForm,
  expectProblem,
  manifestText,
  startRegistry,
} from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

const registry = await startRegistry();
after(() => registry.stop());
const { author, anonymous } = registry;

const code = 'invalid_tarball';

describe('misleading names in a tarball', () => {
  const names: [what: string, name: string][] = [
    ['a bidirectional override', 'invoice\u202ecod.exe'],
    ['an isolate', '\u2066x'],
    ['a zero-width space', 'READ\u200bME.md'],
    [
      'tag characters, which only machines read',
      `a${[...'obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}`,
    ],
    ['a line break', 'a\nb'],
    ['a terminal escape', 'a\u001b[2Jb'],
    ['a joiner in the name of the manifest', 'pack\u200d.yaml'],
  ];
  for (const [what, name] of names) {
    test(`with ${what} are refused, and shown escaped`, async () => {
      const tarball = buildTarball({ 'README.md': 'x', [name]: 'y' });
      const { detail, errors } = await expectRefused(registry, () => author.publish({ tarball }), { code });
      assert.doesNotMatch(
        `${detail}${JSON.stringify(errors)}`,
        /[\p{Cc}\u200b\u202a-\u202e\u2066-\u2069\u{e006f}]/u,
      );
    });
  }
});

describe('tarballs that are also another file', () => {
  const good = buildTarball({ 'README.md': 'x' });
  const zip = Buffer.from('PK\x03\x04 and so on', 'latin1');
  // It is synced to disk while a thread reads it.
  const large = buildTarball({ 'README.md': 'x', 'noise.bin': randomBytes(100 * 1024) });
  const files: [what: string, tarball: Buffer, message: RegExp][] = [
    ['a zip file after the end', Buffer.concat([good, zip]), /after the end/],
    ['a zip file after the end of a larger one', Buffer.concat([large, zip]), /after the end/],
    [
      'a second member that is not a tar',
      Buffer.concat([good, gzipSync('<script>')]),
      /data after the end|damaged/,
    ],
    ['a page before the beginning', Buffer.concat([Buffer.from('<html>'), good]), /not gzip-compressed/],
    [
      'an archive after the end of the archive',
      gzipSync(Buffer.concat([Buffer.alloc(1024), Buffer.from('ustar')])),
      /./,
    ],
  ];
  for (const [what, tarball, message] of files) {
    test(`${what}: refused`, async () => {
      const { detail } = await expectRefused(registry, () => author.publish({ tarball }), { code });
      assert.match(detail, message);
    });
  }
});

describe('content that costs too much', () => {
  test('a bomb is refused before it is unpacked', async () => {
    const tarball = buildTarball({ 'zeros.bin': Buffer.alloc(40 * 2 ** 20) });
    const { detail } = await expectRefused(registry, () => author.publish({ tarball }), { code });
    assert.match(detail, /like a gzip bomb/);
  });

  test('a bomb inside a bomb is an ordinary file', async () => {
    const inner = gzipSync(Buffer.alloc(10 * 2 ** 20));
    assert.equal(
      (await author.publish({ version: '0.1.0', tarball: buildTarball({ 'inner.gz': inner }) })).status,
      201,
    );
  });

  const manifests: [what: string, text: string][] = [
    [
      'a hundred thousand keys',
      Array.from({ length: 60_000 }, (_, key) => `${key.toString(36)}: `)
        .join('\n')
        .slice(0, 250_000),
    ],
    ['a list in a list in a list', `x: ${'['.repeat(100_000)}`],
    [
      'aliases of aliases',
      Array.from(
        { length: 30 },
        (_, level) => `a${level}: &a${level} [${`*a${level - 1},`.repeat(level && 9)}]`,
      ).join('\n'),
    ],
    ['a hundred thousand wrong escapes', `x: "${'\\q'.repeat(100_000)}"`],
  ];
  for (const [what, extra] of manifests) {
    test(`${what} in a manifest: refused`, async () => {
      await expectRefused(registry, () => author.publish({ extra }), { code: 'invalid_manifest' });
    });
  }
});

describe('names with a meaning in JavaScript', () => {
  test('are ordinary keys', async () => {
    const extra = '__proto__: {license: evil}\nconstructor: {prototype: x}\ntoString: y\nhasOwnProperty: z';
    await author.mustPublish({ version: '0.2.0', extra });
    const { json } = await anonymous.get('/pack/@acme/web-style/0.2.0');
    assert.equal(json.license, 'Apache-2.0');
    assert.equal(({} as Record<string, unknown>).license, undefined);
    assert.equal((await anonymous.get('/search?q=web&__proto__=x&constructor=y')).status, 200);
    expectProblem(await anonymous.get('/search?__proto__[q]=web'), 'invalid_query');
  });

  test('do not replace a missing field', async () => {
    const manifest = manifestText().replace(/license.*/, '__proto__: {license: MIT}');
    await expectRefused(registry, () => author.publish({ manifest }), {
      code: 'invalid_manifest',
      fields: ['license'],
    });
  });

  test('can be names of files and of parts of the form', async () => {
    const { contentType, body } = encodeForm([
      { name: '__proto__', body: 'x' },
      { name: 'constructor', body: 'y' },
      { name: 'manifest', body: manifestText({ version: '0.3.0' }) },
      { name: 'tarball', body: buildTarball({ '__proto__/constructor': 'x', toString: 'y' }) },
    ]);
    assert.equal((await author.publishWireForm({ contentType, body })).status, 201);
  });

  test('are ignored in the reason of a yank', async () => {
    const version = '0.4.0-rc.1';
    await author.mustPublish({ version });
    const yank = { method: 'DELETE', body: '{"__proto__": {"reason": "evil"}}' };
    assert.equal((await author.request(`/pack/@acme/web-style/${version}`, yank)).status, 200);
    assert.equal('yank_reason' in (await anonymous.get(`/pack/@acme/web-style/${version}`)).json, false);
  });
});

describe('headers of answers', () => {
  test('do not contain parts of a description, a file name or a form', async () => {
    const description = 'first\nSet-Cookie: a=b\n\n<script>';
    const { contentType, body } = encodeForm([
      { name: 'manifest', body: manifestText({ version: '0.5.0', description }), fileName: 'x"; evil="y' },
      { name: 'tarball', body: buildTarball({ 'a.txt': 'x' }), fileName: '../../evil.tar.gz' },
    ]);
    const published = await author.publishWireForm({ contentType, body });
    assert.equal(published.status, 201, published.text);
    const paths = ['', '/0.5.0', '/0.5.0/tarball'].map((end) => `/pack/@acme/web-style${end}`);
    for (const path of [...paths, '/-/primes/@acme/web-style/0.5.0/pack.yaml', '/search?q=web']) {
      const { status, headers } = await anonymous.get(path);
      assert.equal(status, 200);
      for (const [name, value] of headers) assert.doesNotMatch(`${name}: ${value}`, /cookie|evil|script/i);
    }
    assert.equal((await anonymous.get('/pack/@acme/web-style/0.5.0')).json.description, description);
  });

  test('do not contain parts of a path or a query', async () => {
    for (const path of [
      '/pack/@a/b%0d%0aSet-Cookie:a',
      '/%0d%0aSet-Cookie:a=b',
      '/search?q=%0d%0aSet-Cookie:a',
    ]) {
      const { headers } = await anonymous.get(path);
      assert.equal(headers.get('set-cookie'), null, path);
    }
  });
});

describe('the reason of a yank', () => {
  for (const reason of ['\u001b[2J', '\u0000', '\u202e', '\u2067x', '\ud800', '\u{e0041}', 'a\rb']) {
    test(`with ${JSON.stringify(reason)} is refused, and nothing is yanked`, async () => {
      const version = `0.6.0-rc.${[...reason].map((character) => character.codePointAt(0)).join('.')}`;
      await author.mustPublish({ version });
      expectProblem(await author.yank('@acme/web-style', version, { reason }), 'invalid_request');
      assert.equal((await anonymous.get(`/pack/@acme/web-style/${version}`)).json.yanked, false);
    });
  }
});
