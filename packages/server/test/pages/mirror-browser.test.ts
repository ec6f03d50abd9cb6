// Mirrored Primes in a real browser: found, looked at and pulled, also without scripts.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { findViolations, openBrowserForTests, PAGE_WAIT_MS } from '@prime-registry/testkit/browser';
import { startChain } from '../mirror/chain.ts';
import { publishExample } from './example.ts';

const browser = await openBrowserForTests();
const chain = await startChain();
after(async () => {
  await browser?.close();
  await chain[Symbol.asyncDispose]();
});
await publishExample(chain.origin.author);
for (let index = 0; index < 12; index += 1)
  await chain.origin.author.mustPublish({ name: `@acme/cup-${index}`, description: 'A cup for tea' });
await chain.mirror.stranger.mustPublish({ name: '@other/pot', description: 'A pot for tea' });

// They are cached, so that they are on every page even on a busy machine.
await eventually(async () =>
  assert.equal((await chain.mirror.anonymous.get('/search?q=cup')).json.incomplete, undefined),
);

const skip = browser === undefined && 'there is no browser: set CHROMIUM_PATH';

for (const [device, options] of Object.entries({
  'a wide screen': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'a phone without scripts': {
    ...{ viewport: { width: 390, height: 844 }, isMobile: true },
    ...{ colorScheme: 'dark' as const, javaScriptEnabled: false },
  },
} as const)) {
  test(`on ${device} a Prime of an upstream is found, and looked at before it is installed`, {
    skip,
  }, async () => {
    const context = await browser?.newContext({ baseURL: chain.mirror.baseUrl, ...options });
    assert.ok(context);
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(PAGE_WAIT_MS);
      const check = async (): Promise<void> => {
        if (device === 'a wide screen') assert.deepEqual(await findViolations(page), [], page.url());
        const [needed, has] = [
          await page.locator('html').evaluate((html) => html.scrollWidth),
          options.viewport.width,
        ];
        assert.ok(needed <= has, `${page.url()} is ${needed} wide`);
      };
      await page.goto('/');
      await page.locator('search input[name=q]').fill('cup');
      await page.locator('search input[name=q]').press('Enter');
      const section = page.getByRole('region', { name: 'In other registries' });
      await section.getByText(/Primes? that (is|are) not stored here yet/).waitFor();
      await section.locator('summary').click();
      await check();
      const last = section.getByRole('link', { name: /cup-/ }).last();
      const name = (await last.innerText()).split('/').at(-1) ?? '';
      await last.click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      assert.match(await page.locator('main').innerText(), new RegExp(`prime install @acme/${name}`));
      await page.getByRole('link', { name: '127.0.0.1:' }).waitFor();
      await check();
    } finally {
      await context.close();
    }
  });
}

test('a page with versions that are not here yet, and one of a version that is being pulled, are accessible', {
  skip,
}, async () => {
  const context = await browser?.newContext({ baseURL: chain.mirror.baseUrl });
  assert.ok(context);
  try {
    const page = await context.newPage();
    await page.goto('/-/prime/@acme/tea/versions');
    assert.equal(await page.getByText('not pulled yet').count(), 2);
    assert.deepEqual(await findViolations(page), []);
    const held = Promise.withResolvers<void>();
    chain.link.fault = ({ path }) =>
      path.endsWith('/tarball') ? { kind: 'hold', until: held.promise } : undefined;
    await page.goto('/-/prime/@acme/tea');
    await page.getByText('This version is being pulled').waitFor();
    assert.deepEqual(await findViolations(page), []);
    held.resolve();
    await page.getByRole('link', { name: 'Reload the page' }).click();
    await page.getByText('Graph of its 4 atoms').waitFor();
    await page.getByText('not pulled yet').waitFor();
    assert.deepEqual(await findViolations(page), []);
  } finally {
    await context.close();
  }
});
