// Sitemaps with as many entries as they may have: read in short lists, written while they are sent.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startRegistry, type TestRegistry } from '@prime-registry/testkit';

const MOST = 50_000;
const PUBLIC = 'https://primes.acme.example';
const nameOf = (index: number): string => `@acme/prime-${String(index).padStart(6, '0')}`;

let registry: TestRegistry;
const asked: number[] = [];

before(async () => {
  registry = await startRegistry({ publicUrl: PUBLIC });
  // Of a registry with 60,000 scopes, and a scope with as many Primes.
  const count = 60_000;
  Object.assign(registry.store, {
    async listPrimesOf(_scope: string, after: string, limit: number) {
      asked.push(limit);
      const first = after === '' ? 0 : Number(after.slice(-6)) + 1;
      const length = Math.max(0, Math.min(limit, count - first));
      return Array.from({ length }, (_, index) => ({ name: nameOf(first + index), publishedAtMs: 0 }));
    },
    listLargestScopes: async (limit: number) =>
      Array.from({ length: Math.min(limit, count) }, (_, index) => ({ scope: `@scope-${index}` })),
  });
});

test('a scope of many Primes is read in short lists, and has as many entries as a sitemap may have', async (t) => {
  t.after(() => registry.stop());
  const { status, headers, text } = await registry.anonymous.get('/-/sitemap/@acme/primes.xml');
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/xml; charset=utf-8']);
  const urls = [...text.matchAll(/<url><loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  assert.equal(urls.length, MOST);
  assert.equal(urls[0], `${PUBLIC}/-/scope/@acme`);
  assert.equal(urls[1], `${PUBLIC}/-/prime/${nameOf(0)}`);
  assert.equal(urls.at(-1), `${PUBLIC}/-/prime/${nameOf(MOST - 2)}`);
  assert.equal(new Set(urls).size, MOST);
  assert.match(text, /^<\?xml [^>]+>\n<urlset [^>]+>\n/);
  assert.match(text, /<\/url>\n<\/urlset>\n$/);
  assert.ok(Math.max(...asked) <= 1000, 'a long list holds the thread for hundreds of milliseconds');

  const index = await registry.anonymous.get('/sitemap.xml');
  assert.equal([...index.text.matchAll(/<sitemap><loc>/g)].length, MOST);
  assert.match(index.text, /<\/sitemap>\n<\/sitemapindex>\n$/);

  const head = await registry.anonymous.request('/sitemap.xml', { method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [200, '']);
});
