// The pages: readable, safe in browsers, complete, and small.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Script } from 'node:vm';
import { ERROR_CODES } from '@prime-registry/protocol';
import { atomFiles, startRegistry } from '@prime-registry/testkit';
import { routes } from '../../src/routes/index.ts';
import { publishExample } from './example.ts';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous } = registry;
await publishExample(registry.author);

const PAGES = [
  '/',
  '/-/find?q=tea',
  '/-/find?q=nothing-has-this',
  '/-/find?q=tea&sort=newest&kind=rule',
  '/-/browse',
  '/-/browse?sort=downloads&scope=@acme',
  '/-/scopes',
  '/-/scopes?sort=versions',
  '/-/prime/@acme/tea',
  '/-/prime/@acme/tea/1.0.0',
  '/-/prime/@acme/tea/1.1.0',
  '/-/prime/@acme/tea/versions',
  '/-/prime/@acme/tea/diff/1.0.0...1.1.0',
  '/-/prime/@acme/tea/diff?from=1.0.0&to=1.1.0',
  '/-/prime/@acme/tea/1.1.0/atoms',
  '/-/prime/@acme/tea/1.1.0/atoms?kind=rule',
  '/-/prime/@acme/tea/1.1.0/atoms?q=pot',
  '/-/prime/@acme/tea/1.1.0/read',
  '/-/prime/@acme/tea/1.1.0/read?text=full',
  '/-/prime/@acme/tea/1.1.0/files',
  '/-/prime/@acme/tea/1.1.0/files/README.md',
  '/-/prime/@acme/tea/1.1.0/graph',
  '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-warm-the-pot',
  '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-warm-the-pot?text=full',
  '/-/scope/@acme',
  '/-/publishing',
  '/-/log',
  '/-/api',
];
const VOID = new Set(['meta', 'link', 'input', 'hr', 'br', 'img']);
const MAX_PAGE_BYTES = 50_000;
/** It has every endpoint, with an example of about a kilobyte each; compressed, a sixth of that. */
const MAX_REFERENCE_BYTES = 180_000;
const HTML = { accept: 'text/html' };
const browse = (path: string, headers: Record<string, string> = {}) =>
  anonymous.get(path, { ...HTML, ...headers });

for (const path of PAGES) {
  describe(path, () => {
    test('is HTML with headers that protect browsers', async () => {
      const { status, headers, text } = await browse(path);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-cache');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      const policy = (headers.get('content-security-policy') ?? '').split('; ');
      for (const directive of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]) {
        assert.ok(policy.includes(directive), directive);
      }
      assert.doesNotMatch(policy.join(';'), /unsafe|https?:|\*/);
      assert.match(text, /^<!DOCTYPE html>\n<html lang="en">/);
      assert.match(text, /<title>[^<]+<\/title>/);
      assert.match(text, /<meta name="viewport"/);
      assert.equal(text.split(/<h1[ >]/).length, 2, 'one main heading');
      // Scripts and styles are files only.
      assert.doesNotMatch(
        text,
        /<script(?! type="module" src="\/-\/assets\/)|<style|<iframe|\sstyle=|\son\w+=|javascript:|undefined|\[object|\bNaN\b/i,
      );
    });

    test('has no broken links, and loads nothing from other hosts', async () => {
      const { text } = await browse(path);
      const links = [...text.matchAll(/(href|src|action)="([^"]*)"/g)].map(([, attribute, link]) => ({
        attribute,
        link: (link ?? '').replaceAll('&#38;', '&'),
      }));
      assert.ok(links.length > 0);
      for (const { attribute, link } of links) {
        if (attribute === 'href' && /^(https:\/\/example\.org\/|mailto:)/.test(link)) continue;
        if (attribute === 'action' || link.startsWith('?')) continue;
        if (link.startsWith('#')) assert.ok(text.includes(`id="${link.slice(1)}"`), link);
        else assert.equal((await anonymous.get(link.split('#', 1)[0] ?? '')).status, 200, link);
      }
    });

    test('opens and closes its elements correctly', async () => {
      const open: string[] = [];
      const { text } = await browse(path);
      for (const [, slash, name = '', , self] of text.matchAll(
        /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^>"]|"[^"]*")*?)(\/?)>/g,
      )) {
        if (slash === '/') assert.equal(open.pop(), name, path);
        else if (self !== '/' && !VOID.has(name)) open.push(name);
      }
      assert.deepEqual(open, []);
    });

    test('is small', async () => {
      const { length } = (await browse(path)).bytes;
      assert.ok(length < (path === '/-/api' ? MAX_REFERENCE_BYTES : MAX_PAGE_BYTES), `${length} bytes`);
    });

    test('is answered with 304 to a client that has it, and without a body to HEAD', async () => {
      const { headers, bytes } = await browse(path);
      const etag = headers.get('etag') ?? assert.fail();
      const again = await browse(path, { 'if-none-match': etag });
      assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
      const head = await anonymous.request(path, { method: 'HEAD', headers: HTML });
      assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', etag]);
      assert.equal(head.headers.get('content-length'), String(bytes.length));
    });
  });
}

test('scripts of pages are whole, one request each, and cached for ever too', async () => {
  const { text: page } = await anonymous.get('/-/prime/@acme/tea/1.1.0/graph');
  const paths = [...page.matchAll(/<script type="module" src="([^"]*)"/g)].map(([, path = '']) => path);
  assert.ok(paths.length >= 2);
  for (const path of paths) {
    assert.match(path, /^\/-\/assets\/[a-z-]+-[0-9a-f]{12}\.js$/);
    const { status, headers, text } = await anonymous.get(path);
    assert.equal(status, 200, path);
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    // Joined modules share a scope: a name that two of them have would be an error here.
    assert.ok(new Script(text));
    assert.doesNotMatch(text, /^(import|export) /m);
  }
});

describe('the page of a Prime', () => {
  test('has what people look for', async () => {
    const { text } = await anonymous.get('/-/prime/@acme/tea');
    for (const expected of [
      'prime install @acme/tea</code>',
      '<h1>tea</h1>',
      'How to make tea',
      '<strong>leaf</strong>',
      'Apache-2.0',
      '@acme',
      '>latest<',
      '/pack/@acme/tea/1.1.0/tarball',
      '/-/prime/@acme/tea/1.1.0/atoms?kind=rule',
      '/-/prime/@acme/tea/diff/1.0.0...1.1.0',
    ]) {
      assert.ok(text.includes(expected), expected);
    }
    assert.doesNotMatch(text, /role="note"/);
  });

  test('of an older version says so, and installs that one', async () => {
    const { text } = await anonymous.get('/-/prime/@acme/tea/1.0.0');
    assert.match(
      text,
      /This is not the latest version\. The latest is <a href="\/-\/prime\/@acme\/tea">1\.1\.0</,
    );
    assert.ok(text.includes('prime install @acme/tea@1.0.0</code>'));
  });

  test('of a yanked version says so, with the reason', async () => {
    await registry.author.mustPublish({ name: '@acme/gone', version: '1.0.0-rc.1' });
    await registry.author.yank('@acme/gone', '1.0.0-rc.1', { reason: 'it <burns>' });
    for (const path of ['/-/prime/@acme/gone', '/-/prime/@acme/gone/1.0.0-rc.1']) {
      const { status, text } = await anonymous.get(path);
      assert.equal(status, 200);
      assert.match(text, /This version was yanked<\/strong>.*Reason: it &#60;burns&#62;\./);
      assert.doesNotMatch(text, />latest</);
    }
  });

  test('shows a change at once', async () => {
    await registry.author.mustPublish({ name: '@acme/young', version: '1.0.0' });
    const before = await anonymous.get('/-/prime/@acme/young');
    await registry.author.mustPublish({ name: '@acme/young', version: '1.2.0' });
    const etag = before.headers.get('etag') ?? '';
    const after = await anonymous.get('/-/prime/@acme/young', { 'if-none-match': etag });
    assert.equal(after.status, 200);
    assert.match(after.text, /<span class="version">1\.2\.0</);
  });

  test('is the same in every spelling of the path', async () => {
    const [plain, encoded] = await Promise.all(
      ['/-/prime/@acme/tea', '/-/prime/%40acme%2Ftea'].map((path) => anonymous.get(path)),
    );
    assert.equal(plain?.text, encoded?.text);
  });
});

describe('a cached page of a Prime', () => {
  test('has the atoms of its version, not of another', async () => {
    for (const [version, atoms] of [
      ['1.0.0', 3],
      ['1.1.0', 4],
      ['1.0.0', 3],
    ] as const) {
      const { text } = await anonymous.get(`/-/prime/@acme/tea/${version}/atoms`);
      assert.equal([...text.matchAll(/<li><a href="[^"]*\/atom\/@acme\//g)].length, atoms);
    }
  });
});

describe('the page of an atom', () => {
  test('has its fields, its texts as they are, and its edges in both directions', async () => {
    const path = '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-warm-the-pot';
    const [fields, core, full] = await Promise.all(
      ['', '?text=core', '?text=full'].map(async (query) => (await anonymous.get(`${path}${query}`)).text),
    );
    assert.ok(fields && core && full);
    assert.match(
      fields,
      /<h2 id="field-notes"[^>]*>Notes<\/h2><div class="prose"><ul>\n<li>Only the full text has this/,
    );
    assert.doesNotMatch(core, /Only the full text has this/);
    assert.match(full, /<pre class="raw"[^>]*># WarmThePot \[rule\][^<]*Only the full text has this/);
    const section = fields.slice(fields.indexOf('id="edges"'));
    const [to, from] = [section.indexOf('Leads to'), section.indexOf('What leads here')];
    assert.ok(to > 0 && from > to);
    assert.ok(section.slice(to, from).includes('/atom/@acme/principle-heat'));
    assert.ok(section.slice(from).includes('/atom/@acme/rule-steep'));
    assert.match(section, /@acme\/rule-nowhere<\/code> <span class="tag yanked">no Prime has it/);
  });

  test('of a long text shows the beginning, and links to the rest', async () => {
    const notes = 'word '.repeat(8000);
    const files = atomFiles({ id: '@acme/rule-long', notes });
    await registry.author.mustPublish({ name: '@acme/long', version: '1.0.0', files });
    const { text } = await anonymous.get('/-/prime/@acme/long/1.0.0/atom/@acme/rule-long?text=full');
    const [, rest = ''] = /shortened here\. <a href="([^"]*)"/.exec(text) ?? [];
    const whole = await anonymous.get(rest.replaceAll('&#38;', '&'));
    assert.match(whole.headers.get('content-type') ?? '', /^text\/markdown/);
    assert.ok(whole.text.length > notes.length);
  });

  test('has the text of its version, even if only that was compiled again', async () => {
    const files = atomFiles({ id: '@acme/rule-pot', description: 'A pot' });
    const chunk = 'compiled/@acme/rule-pot/chunks/core.md';
    const name = '@acme/pot';
    await registry.author.mustPublish({ name, version: '1.0.0', files });
    await registry.author.mustPublish({
      name,
      version: '1.0.1',
      files: { ...files, [chunk]: 'As it was compiled.' },
    });
    const read = async (version: string): Promise<string> =>
      (await anonymous.get(`/-/prime/${name}/${version}/atom/@acme/rule-pot?text=core`)).text;
    assert.doesNotMatch(await read('1.0.0'), /As it was compiled/);
    assert.match(await read('1.0.1'), /As it was compiled/);
  });
});

describe('what changed', () => {
  test('lists atoms and edges, and the version step that the change requires, in either order', async () => {
    const { text } = await anonymous.get('/-/prime/@acme/tea/diff/1.0.0...1.1.0');
    assert.match(text, /These changes require a new minor version/);
    assert.match(text, /New atoms.*rule-steep/s);
    assert.match(
      text,
      /Changed atoms.*>rule-warm-the-pot<\/a>.*<dt[^>]*>Notes<.*Now: <\/span>- Only the full text has/s,
    );
    const turned = await anonymous.get('/-/prime/@acme/tea/diff/1.1.0...1.0.0');
    assert.match(turned.text, /These changes require a new minor version/);
    assert.match(turned.text, /New atoms.*rule-steep/s);
    const same = await anonymous.get('/-/prime/@acme/tea/diff/1.1.0...1.1.0');
    assert.match(same.text, /The atoms did not change/);
  });
});

describe('the API reference', () => {
  test('has every endpoint, with its method', async () => {
    const { text } = await anonymous.get('/-/api');
    for (const { method = 'GET', path, schema } of routes) {
      // The rest of a path has the name of the last parameter.
      const { required = [] } = (schema.params ?? {}) as { readonly required?: readonly string[] };
      const rest = `{${required.at(-1)}}`;
      const shown = `<code>${method} ${path.replace('*', rest).replaceAll(/:(\w+)/g, '{$1}')}</code>`;
      assert.equal(text.split(shown).length - 1, 1, shown);
      assert.ok(text.includes(schema.summary), schema.summary);
    }
  });

  test('explains every error code under the anchor that problems point to', async () => {
    const { text } = await anonymous.get('/-/api');
    for (const [code, { status }] of Object.entries(ERROR_CODES)) {
      const row = text.split('<tr').filter((part) => part.startsWith(` id="error-${code}">`));
      assert.equal(row.length, 1, code);
      assert.ok(row[0]?.includes(`<code>${code}</code>`));
      assert.ok(row[0]?.includes(`<td>${status}</td>`));
    }
  });

  test('is where the type of a problem leads', async () => {
    const { json } = await anonymous.get('/nowhere');
    const type = new URL(json.type, registry.baseUrl);
    const page = await anonymous.get(type.pathname);
    assert.ok(page.text.includes(`id="${type.hash.slice(1)}"`), json.type);
  });
});
