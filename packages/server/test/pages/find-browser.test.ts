// Search in a real browser: suggestions by keyboard and mouse, results of which ten fit a screen, filters on a phone.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { atomFiles, startRegistry } from '@prime-registry/testkit';
import { findViolations, openBrowserForTests, PAGE_WAIT_MS } from '@prime-registry/testkit/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';

const browser = await openBrowserForTests();
const registry = await startRegistry();
after(() => Promise.all([browser?.close(), registry.stop()]));
for (let index = 0; index < 12; index += 1) {
  await registry.author.mustPublish({
    name: `@acme/dish-${index}`,
    description:
      'A saucer under a cup, which is described with so many words that they fill more than one line of a list',
    files: atomFiles({
      id: `@acme/rule-saucer-${index}`,
      label: 'Put the saucer under the cup',
      description: 'A saucer.',
    }),
  });
}

const skip = browser === undefined && 'there is no browser: set CHROMIUM_PATH';

async function withPage(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser?.newContext({ baseURL: registry.baseUrl, ...options });
  assert.ok(context);
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PAGE_WAIT_MS);
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(page);
  } finally {
    await context.close();
  }
  assert.deepEqual(complaints, []);
}

describe('the search', { skip }, () => {
  test('suggests while somebody types, and works by keyboard', async () => {
    await withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
      await page.goto('/');
      const field = page.getByRole('combobox', { name: 'Search Primes' });
      assert.equal(await field.getAttribute('aria-expanded'), 'false');
      await field.pressSequentially('dish-1');
      // Those of a part of the word may come first.
      await page.locator('[role=option]:first-child', { hasText: /^@acme\/dish-1 / }).waitFor();
      assert.equal(await field.getAttribute('aria-expanded'), 'true');
      assert.deepEqual(await findViolations(page), []);
      const chosen = () => page.locator('[role=option][aria-selected=true]').allInnerTexts();
      assert.deepEqual(await chosen(), []);
      await page.keyboard.press('ArrowDown');
      assert.match((await chosen())[0] ?? '', /^@acme\/dish-1 /);
      assert.equal(
        await field.getAttribute('aria-activedescendant'),
        await page.locator('[aria-selected=true]').getAttribute('id'),
      );
      await page.keyboard.press('ArrowUp');
      assert.deepEqual([await chosen(), await field.getAttribute('aria-activedescendant')], [[], null]);
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('option').count(), 0);
      await field.press('0');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/-/prime/@acme/dish-10');
      await page.keyboard.press('/');
      await page.keyboard.type('saucer');
      await page
        .getByRole('option', { name: /Put the saucer/ })
        .first()
        .click();
      await page.waitForURL('**/atom/@acme/rule-saucer-*');
    });
  });

  test('shows the key that leads to it, where there are keys, until it is used', async () => {
    const hint = (page: Page) => page.locator('.seek kbd', { hasText: '/' });
    await withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
      await page.goto('/-/browse');
      assert.equal(await hint(page).isVisible(), true);
      await page.keyboard.press('/');
      await hint(page).waitFor({ state: 'hidden' });
      assert.equal(await page.evaluate('document.activeElement.name'), 'q');
    });
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    for (const options of [phone, { viewport: { width: 1280, height: 800 }, javaScriptEnabled: false }])
      await withPage(options, async (page) => {
        await page.goto('/-/browse');
        assert.equal(await hint(page).isVisible(), false);
      });
  });

  test('shows ten results on a screen, each with its best atom', async () => {
    await withPage({ viewport: { width: 1440, height: 900 } }, async (page) => {
      await page.goto('/-/find?q=saucer');
      const tenth = await page.locator('.rows > li').nth(9).boundingBox();
      assert.ok(
        tenth !== null && tenth.y + tenth.height <= 900,
        `the tenth ends at ${tenth?.y} + ${tenth?.height}`,
      );
      await page.getByRole('link', { name: 'Put the saucer under the cup' }).first().waitFor();
      assert.equal(await page.getByText('Has atoms of kind').isVisible(), true);
    });
  });

  test('has its filters closed above the results on a phone, large enough to tap', async () => {
    await withPage(
      { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      async (page) => {
        await page.goto('/-/find?q=saucer');
        const summary = page.locator('.facets summary').first();
        const [closed, first] = [
          await summary.boundingBox(),
          await page.locator('.rows > li').first().boundingBox(),
        ];
        assert.ok(closed !== null && first !== null && closed.y < first.y && closed.height >= 24);
        assert.equal(await page.getByText('Has atoms of kind').isVisible(), false);
        await summary.tap();
        const filter = page.getByRole('link', { name: /^rule/ });
        assert.ok(((await filter.boundingBox())?.height ?? 0) >= 24);
        assert.deepEqual(await findViolations(page), []);
        await filter.tap();
        await page.getByRole('link', { name: /Remove filter: kind rule/ }).tap();
        await page.waitForURL('**/-/find?q=saucer');
      },
    );
  });
});
