// Three walks through the pages, as people have them: someone who knows nothing takes a rule along, a reviewer sees what a new
// version says in other words, and someone on a phone reads an atom.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { atomFiles, startRegistry } from '@prime-registry/testkit';
import { openBrowserForTests, PAGE_WAIT_MS, pressToCopy } from '@prime-registry/testkit/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';

const browser = await openBrowserForTests();
const registry = await startRegistry();
after(() => Promise.all([browser?.close(), registry.stop()]));

const LABEL = 'Give every error an explicit lifetime';
const EXCHANGE = 'HTTP/1.1 503 Service Unavailable\n  Retry-After: 5\nCache-Control: no-store';

/** A rule with code in lines of its own, and what it requires. */
const filesOf = (description: string): Record<string, string> => ({
  'README.md': '# Caching\n\nWhat a cache may keep.\n',
  'primes/sources/@acme/errors.prime': `// Source: RFC 9111, section 4
rule BoundErrors {
  id: "@acme/rule-bound-errors"
  version: "1.0.0"
  label: "${LABEL}"
  description: "${description}"
  checks: ["A 503 says when to come back."]
  example: """
${EXCHANGE.replaceAll(/^/gm, '    ')}
  """
  requires: [@acme/principle-freshness]
}
`,
  ...atomFiles({
    id: '@acme/principle-freshness',
    kind: 'principle',
    description: 'What is fresh needs no questions.',
  }),
});

const PRIME = { name: '@acme/caching', description: 'What a cache may keep' };
await registry.author.mustPublish({
  ...PRIME,
  version: '1.0.0',
  files: filesOf('A failure that is kept outlives its repair.'),
});
await registry.author.mustPublish({
  ...PRIME,
  version: '1.0.1',
  files: filesOf('A failure that is kept for hours outlives its repair.'),
});
await registry.author.mustPublish({
  name: '@acme/garden',
  version: '1.0.0',
  files: { 'README.md': 'Soil.' },
});

const skip = browser === undefined && 'there is no browser: set CHROMIUM_PATH';

async function walk(options: BrowserContextOptions, steps: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser?.newContext({ baseURL: registry.baseUrl, ...options });
  assert.ok(context);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PAGE_WAIT_MS);
    await steps(page);
  } finally {
    await context.close();
  }
}

const addressOf = (page: Page): string => new URL(page.url()).pathname;

describe('a walk', { skip }, () => {
  test('from a question to a rule that is taken along', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await walk({ viewport: { width: 1280, height: 800 }, permissions }, async (page) => {
      await page.goto('/');
      await page.keyboard.press('/');
      await page.keyboard.type('failure repair');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/-/find?*');
      // The atom itself is a result, by its label.
      const found = page.locator('main').getByRole('link', { name: LABEL }).first();
      assert.ok(((await found.boundingBox())?.y ?? Infinity) < 800, 'without scrolling');
      await found.click();
      await page.getByRole('heading', { level: 1, name: LABEL }).waitFor();
      const main = page.locator('main');
      const text = await main.innerText();
      assert.match(text, /A failure that is kept for hours outlives its repair\./);
      assert.equal(text.split('A failure that is kept for hours').length, 2, 'nothing is said twice');
      assert.match(text, /A 503 says when to come back/);
      assert.match(text, /RFC 9111, section 4/);
      assert.equal((await main.locator('pre').first().innerText()).trim(), EXCHANGE, 'line by line');
      const copied = await pressToCopy(page.getByRole('button', { name: 'Copy as Markdown' }));
      for (const part of [LABEL, 'kept for hours', EXCHANGE.split('\n')[2] ?? ''])
        assert.ok(copied.includes(part), part);
      // And on to what it rests on.
      await main
        .locator('.edges, section')
        .getByRole('link', { name: /freshness/ })
        .first()
        .click();
      await page.waitForURL('**/atom/@acme/principle-freshness');
    });
  });

  test('from a Prime to the words that its new version changes', async () => {
    await walk({ viewport: { width: 1280, height: 800 }, javaScriptEnabled: false }, async (page) => {
      await page.goto('/-/prime/@acme/caching');
      await page
        .getByRole('navigation', { name: /Parts of/ })
        .getByRole('link', { name: /Versions/ })
        .click();
      const row = page.getByRole('row', { name: /1\.0\.1/ });
      await row.getByRole('link', { name: /changes from 1\.0\.0/ }).click();
      await page.waitForURL('**/-/prime/@acme/caching/diff/1.0.0...1.0.1');
      const main = page.locator('main');
      assert.deepEqual(
        (await main.locator('ins').allInnerTexts()).map((text) => text.trim()),
        ['for hours'],
        'the words, and no others',
      );
      assert.match(await main.innerText(), /These changes require a new patch version/);
      assert.equal(await main.getByRole('link', { name: LABEL }).count(), 1, 'atoms have their names');
    });
  });

  test('on a phone, from the first page to an atom that is read there', async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    await walk({ ...phone, colorScheme: 'dark' }, async (page) => {
      const assertFits = async (): Promise<void> => {
        const [needed, has] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        );
        assert.ok(needed <= has, `${addressOf(page)} is ${needed} wide, of ${has}`);
      };
      await page.goto('/');
      await assertFits();
      await page.getByRole('link', { name: '@acme/caching' }).first().tap();
      await page.getByRole('heading', { level: 1, name: 'caching' }).waitFor();
      await assertFits();
      await page
        .getByRole('navigation', { name: /Parts of/ })
        .getByRole('link', { name: /^Atoms/ })
        .tap();
      await page.getByRole('link', { name: LABEL }).first().tap();
      const heading = page.getByRole('heading', { level: 1, name: LABEL });
      await heading.waitFor();
      await assertFits();
      const description = page.getByText('A failure that is kept for hours');
      const box = await description.boundingBox();
      assert.ok(box !== null && box.y < 844, 'on the first screen');
      const size = await page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.about')).fontSize)",
      );
      assert.ok(Number(size) >= 16, 'large enough');
      // To the next one in reading order, or the previous one.
      await page.getByRole('navigation', { name: 'Reading order' }).getByRole('link').first().tap();
      await page.waitForURL('**/atom/@acme/principle-freshness');
      await assertFits();
      // Back by the picture of its neighbours, whose rows are large enough for a finger.
      await page
        .locator('.around')
        .getByRole('link', { name: LABEL.slice(0, 12) })
        .tap();
      await heading.waitFor();
      // And on to the picture of all of them, where it is chosen.
      await page.getByRole('link', { name: 'Show in the graph' }).tap();
      const card = page.getByRole('region', { name: 'Selected atom' });
      await card.getByRole('heading', { name: LABEL }).waitFor();
      await card.getByRole('link', { name: 'freshness' }).first().tap();
      await card.getByRole('heading', { name: 'principle-freshness' }).waitFor();
      await assertFits();
    });
  });
});
