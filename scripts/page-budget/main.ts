// `npm run docs:budget`: measures the pages in a real browser, and updates their budget in docs/web.md. Fails if a page takes
// more than it may.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startRegistry } from '@prime-registry/testkit';
import { openBrowser } from '@prime-registry/testkit/browser';
import { EXAMPLE_NOW, fillWithExamples } from '../screenshots/example-registry.ts';
import { largePrime } from '../screenshots/large-prime.ts';
import { type BudgetedPage, findExcess, type MeasuredPage, withBudgetTable } from './budget-table.ts';
import { measurePage } from './measure-page.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/web.md');
const CACHING = '/-/prime/@examples/http-caching';
const USUAL = { maxLcpMs: 1200, maxSentBytes: 50_000 };

const PAGES: readonly BudgetedPage[] = [
  { name: 'Home', path: '/', ...USUAL },
  { name: 'Search results', path: '/-/find?q=caching', ...USUAL },
  { name: 'Prime', path: CACHING, ...USUAL },
  { name: 'Versions', path: `${CACHING}/versions`, ...USUAL },
  { name: 'Changes', path: `${CACHING}/diff/1.0.0...1.1.0`, ...USUAL },
  { name: 'Atom', path: `${CACHING}/1.1.0/atom/@examples/pattern-conditional-get`, ...USUAL },
  { name: 'Scope', path: '/-/scope/@examples', ...USUAL },
  { name: 'Publish', path: '/-/publishing', ...USUAL },
  { name: 'API reference', path: '/-/api', ...USUAL },
  { name: 'Graph of 16 atoms', path: `${CACHING}/1.1.0/graph`, ...USUAL },
  {
    name: 'Graph of 900 atoms',
    path: '/-/prime/@examples/gardening/2.3.0/graph',
    maxLcpMs: 1500,
    maxSentBytes: 110_000,
  },
  {
    name: 'Graph of 2,600 atoms',
    path: '/-/prime/@examples/gardening/3.0.0/graph',
    maxLcpMs: 3000,
    maxSentBytes: 250_000,
  },
];

const registry = await startRegistry({ now: () => EXAMPLE_NOW });
const browser = await openBrowser();
try {
  await fillWithExamples(registry);
  const files = largePrime(2600);
  const manifest = (files['pack.yaml'] ?? '').replace(/^version:.*$/m, 'version: 3.0.0');
  await registry.admin.mustPublish({ manifest, files: { ...files, 'pack.yaml': manifest } });
  const measured: MeasuredPage[] = [];
  for (const page of PAGES) {
    // As a registry sends it that somebody visits: made before, and compressed.
    await registry.anonymous.get(page.path, { 'accept-encoding': 'br' });
    const found = { ...page, ...(await measurePage(browser, registry.baseUrl + page.path)) };
    console.log(JSON.stringify(found));
    measured.push(found);
  }
  writeFileSync(DOCUMENT, withBudgetTable(readFileSync(DOCUMENT, 'utf8'), measured));
  const excess = findExcess(measured);
  for (const line of excess) console.error(line);
  if (excess.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await registry.stop();
}
