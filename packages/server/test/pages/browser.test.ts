// The pages in a real browser, as people use them: by mouse, by keyboard, without scripts, on a phone, in
// dark mode.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import {
  findViolations,
  openBrowserForTests,
  PAGE_WAIT_MS,
  pressToCopy,
  waitUntil,
} from '@prime-registry/testkit/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { change } from '../lifecycle/changing.ts';
import { publishExample } from './example.ts';

const browser = await openBrowserForTests();
const registry = await startRegistry({ allowStableYank: true });
after(() => Promise.all([browser?.close(), registry.stop()]));
await publishExample(registry.author);
await registry.author.mustPublish({ name: '@acme/gone', version: '1.0.0-rc.1' });
await registry.author.yank('@acme/gone', '1.0.0-rc.1');
await publishLifecycle();
await registry.author.mustPublish({
  name: '@acme/arabic',
  description: '\u0642\u0648\u0627\u0639\u062f.',
  files: {
    'README.md': `![a](a.svg)\n\n- [x] \u0642\u0648\u0627\n- \u0639\u062f\n\n> \u0642\n\n\`\`\`js\nconst a = "b"; // c\n\`\`\`\n\n${'> '.repeat(40)}deep\n\n${'- '.repeat(40)}deep\n\n# A\n# B\n# C`,
    'a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><script>alert(1)</script></svg>',
  },
});

const skip = browser === undefined && 'there is no browser: set CHROMIUM_PATH';
const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** A Prime with every kind of note and mark, and long words in them: they must fit a phone. */
async function publishLifecycle(): Promise<void> {
  const { author, admin } = registry;
  const [name, reason] = ['@acme/second-life', `${'long'.repeat(60)} words`];
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '2.0.0-beta.1', '2.0.0'])
    await author.mustPublish({ name, version });
  await author.yank(name, '1.1.0', { reason });
  const successor = { name: '@other/tea', range: '^2.0.0', registry: `https://${'x'.repeat(60)}.example` };
  await change(author, 'PUT', 'deprecation', { message: reason, successor }, name);
  for (let number = 0; number < 16; number += 1)
    await change(author, 'PUT', `channels/${'c'.repeat(29)}-${number}`, { version: '2.0.0-beta.1' }, name);
  await change(author, 'PUT', 'channels/stable', { version: '1.0.0' }, name);
  await change(admin, 'POST', '1.2.0/removal', { category: 'secret', reason }, name);
  await change(author, 'PUT', 'move', { to: '@acme/tea' }, name);
  await author.mustPublish({ name: '@acme/removed', version: '1.0.0' });
  await change(admin, 'POST', '1.0.0/removal', { category: 'law', reason }, '@acme/removed');
}

/** Uses a page of its own; any complaint of the browser is a failure. */
async function withPage(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser?.newContext({ baseURL: registry.baseUrl, ...options });
  assert.ok(context);
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PAGE_WAIT_MS);
    page.on('console', (message) => {
      if (/error|warning/.test(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText;
      // The next page is opened while a picture of this one still loads.
      if (why !== 'net::ERR_ABORTED') complaints.push(`${request.url()} failed: ${why}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400 && response.request().resourceType() !== 'document')
        complaints.push(`${response.url()} is a ${response.status()}`);
    });
    await use(page);
  } finally {
    await context.close();
  }
  // The browser reports a missing document, as it should.
  assert.deepEqual(
    complaints.filter((text) => !/the server responded with a status of (404|410|451)/.test(text)),
    [],
  );
}

const GRAPH = '/-/prime/@acme/tea/1.1.0/graph';

/** Waits until the picture has been drawn for its newest view. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** The names in the picture, sorted. */
async function namesOf(page: Page): Promise<string[]> {
  await drawn(page);
  return (await page.locator('.names span:visible').allTextContents()).toSorted();
}

describe('a README', { skip }, () => {
  test('has its pictures, and runs from the side of its letters, also on a phone', async () => {
    for (const options of [WIDE, { ...PHONE, colorScheme: 'dark' as const }]) {
      await withPage(options, async (page) => {
        await page.goto('/-/prime/@acme/arabic');
        const find = (selector: string): string => `document.querySelector('${selector}')`;
        // It is loaded when it comes into view, not before the page has been.
        await waitUntil(page, `${find('.prose img')}.complete`);
        assert.deepEqual(
          await page.evaluate(
            `(({ naturalWidth, width, height }) => [naturalWidth, width, height])(${find('.prose img')})`,
          ),
          [30, 30, 20],
        );
        for (const [selector, direction] of [
          ['.about', 'rtl'],
          ['.prose ul:has(.task)', 'rtl'],
          ['.prose blockquote:has(p[lang])', 'rtl'],
          ['.prose pre code', 'ltr'],
        ] as const) {
          const found = await page.evaluate(`getComputedStyle(${find(selector)}).direction`);
          assert.equal(found, direction, selector);
        }
        const wider = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        assert.equal(wider, 0, 'the page does not scroll sideways');
        for (const deep of await page.getByText('deep', { exact: true }).all())
          assert.ok(((await deep.boundingBox())?.width ?? 0) > 60, 'deep text is no column of letters');
        assert.deepEqual(await findViolations(page), []);
      });
    }
  });

  test('links to its headings from contents beside it, and above it on a phone', async () => {
    for (const options of [WIDE, PHONE]) {
      await withPage(options, async (page) => {
        await page.goto('/-/prime/@acme/arabic');
        const summary = page.locator('.contents.above summary');
        if (options === PHONE) await summary.click();
        await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'B' }).click();
        await page.waitForURL('**#readme-b');
        assert.equal(await summary.isVisible(), options === PHONE);
      });
    }
  });

  test('has pictures that are no pages', async () => {
    assert.ok(browser);
    const page = await browser.newPage({ baseURL: registry.baseUrl });
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto('/-/prime/@acme/arabic/1.0.0/file/a.svg');
    assert.equal(await page.evaluate('document.documentElement.nodeName'), 'svg');
    assert.deepEqual(dialogs, []);
    await page.close();
  });
});

describe('a visitor', { skip }, () => {
  test('searches, opens a Prime, copies the command, looks at an older version and its changes', async () => {
    await withPage({ ...WIDE, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto('/');
      await page.keyboard.press('/');
      await page.keyboard.type('tea');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/-/find?q=tea');
      await page.getByRole('link', { name: '@acme/tea' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'tea' }).waitFor();
      const copy = page.getByRole('button', { name: 'Copy' });
      assert.equal(await pressToCopy(copy), 'prime install @acme/tea');

      await page.getByRole('link', { name: '1.0.0', exact: true }).click();
      await page.getByText('This is not the latest version.').waitFor();
      await page.getByRole('link', { name: '1.1.0', exact: true }).first().click();
      await page
        .getByRole('link', { name: /changes from/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
      assert.match(
        await page.locator('main').innerText(),
        /These changes require a new minor version.*rule-steep/s,
      );
      await page.getByRole('link', { name: 'Compare other versions' }).click();
      await page.getByLabel('From').selectOption('1.1.0');
      await page.getByLabel('to', { exact: true }).selectOption('1.0.0');
      await page.getByRole('button', { name: 'Compare' }).click();
      // The later version is the new one, whichever was chosen first.
      await page.getByText('1.0.0 → 1.1.0').waitFor();
      await page.getByText('These changes require a new minor version.').waitFor();
    });
  });

  test('looks at the graph, follows an edge and reads an atom in full', async () => {
    await withPage({ ...WIDE, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto('/-/prime/@acme/tea');
      await page.getByRole('link', { name: 'Graph of its 4 atoms' }).click();
      const graph = page.locator('.graph');
      await page.locator('.graph.live').waitFor();
      await graph.getByRole('link', { name: 'rule-warm-the-pot (rule)' }).click();
      const card = page.getByRole('region', { name: 'Selected atom' });
      assert.match(await card.innerText(), /rule-warm-the-pot.*principle-heat.*rule-steep/s);
      assert.deepEqual(
        await namesOf(page),
        ['principle-heat', 'requires', 'requires', 'rule-steep', 'rule-warm-the-pot'],
        'itself, its neighbours, and what leads there',
      );
      await card.getByRole('link', { name: 'principle-heat' }).click();
      assert.match(await card.innerText(), /Heat draws the taste out/);
      await card.getByRole('link', { name: 'Open the atom' }).click();
      await page.waitForURL('**/atom/@acme/principle-heat');

      await page.getByRole('link', { name: 'rule-warm-the-pot', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Notes' }).waitFor();
      const copy = page.getByRole('button', { name: 'Copy as Markdown' });
      assert.match(
        await pressToCopy(copy),
        /^# @acme\/rule-warm-the-pot\n.*\n- Only the full text has this\.\n/s,
      );
      await page.getByRole('link', { name: /^Full/ }).click();
      await page.getByText('# WarmThePot [rule]').waitFor();
      assert.match(await pressToCopy(copy), /^# WarmThePot \[rule\]/);
      await page.getByRole('link', { name: 'Show in the graph' }).click();
      await page.locator('.names .picked:visible').getByText('rule-warm-the-pot').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.names .picked:visible').waitFor({ state: 'hidden' });
    });
  });

  test('moves and zooms the graph, hides kinds and verbs, and finds an atom in it', async () => {
    await withPage(WIDE, async (page) => {
      await page.goto(GRAPH);
      const svg = page.locator('.graph.live > svg');
      /** The view, when the next frame has been drawn. */
      const box = async (): Promise<number[]> => {
        await drawn(page);
        return ((await svg.getAttribute('viewBox')) ?? '').split(' ').map(Number);
      };
      const [x0 = 0, , width0 = 0] = await box();
      await page.getByRole('button', { name: 'Zoom in' }).click();
      const [x1 = 0, , width1 = 0] = await box();
      assert.ok(width1 < width0 && x1 > x0);
      const { x, y } = (await svg.boundingBox()) ?? assert.fail();
      await page.mouse.move(x + 20, y + 20);
      await page.mouse.down();
      await page.mouse.move(x + 120, y + 20, { steps: 4 });
      await page.mouse.up();
      assert.ok(((await box())[0] ?? 0) < x1, 'it follows the mouse');
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -300);
      await page.keyboard.up('Control');
      assert.ok(((await box())[2] ?? 0) < width1);
      await page.getByRole('button', { name: 'Show all' }).click();
      assert.equal((await box())[2], width0);

      const lines = async (): Promise<number> =>
        ((await svg.locator('> .lines').getAttribute('d')) ?? '').split('M').length - 1;
      assert.deepEqual([await lines(), (await namesOf(page)).length], [2, 4]);
      await page.getByRole('checkbox', { name: /^fact/ }).uncheck();
      await drawn(page);
      assert.deepEqual([await lines(), (await namesOf(page)).length], [2, 3]);
      await page.getByRole('checkbox', { name: /^requires/ }).uncheck();
      await drawn(page);
      assert.equal(await lines(), 0);
      await page.getByLabel('Find an atom in the picture').fill('three minutes');
      await page.getByText('1 found').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.names .picked:visible').getByText('rule-steep').waitFor();

      // All of it is in the address, also for who opens it elsewhere.
      await page.waitForURL('**#@acme/rule-steep&find=three%20minutes&without=fact&without-edges=requires');
      await page.reload();
      await page.locator('.names .picked:visible').getByText('rule-steep').waitFor();
      assert.equal(await page.getByRole('checkbox', { name: /^fact/ }).isChecked(), false);
      assert.equal(await lines(), 0);
    });
  });

  test('chooses an atom by keyboard, also after a move by mouse, and returns with Escape', async () => {
    await withPage(WIDE, async (page) => {
      await page.goto(GRAPH);
      const { x, y } = (await page.locator('.graph.live > svg').boundingBox()) ?? assert.fail();
      await page.mouse.move(x + 20, y + 20);
      await page.mouse.down();
      await page.mouse.move(x + 60, y + 20, { steps: 4 });
      await page.mouse.up();
      await page.locator('.graph').getByRole('link', { name: 'rule-steep (rule)' }).focus();
      await page.keyboard.press('Enter');
      const card = page.getByRole('region', { name: 'Selected atom' });
      await card.getByRole('link', { name: 'rule-warm-the-pot' }).focus();
      await page.keyboard.press('Escape');
      assert.equal(await card.isVisible(), false);
      assert.match(await page.evaluate('document.activeElement.ariaLabel'), /^rule-steep/);
      // The arrows lead to the other atoms.
      const reached = new Set<string>();
      for (const arrow of ['Right', 'Left', 'Up', 'Down', 'Left', 'Right', 'Down', 'Up']) {
        await page.keyboard.press(`Arrow${arrow}`);
        reached.add(await page.evaluate('document.activeElement.ariaLabel'));
      }
      assert.ok(reached.size > 1, [...reached].join());
    });
  });

  test('scrolls the page with one finger on the graph, and zooms it with two', async () => {
    await withPage(PHONE, async (page) => {
      await page.goto(GRAPH);
      const svg = page.locator('.graph.live > svg');
      await drawn(page);
      const bounds = (await svg.boundingBox()) ?? assert.fail();
      const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
      const session = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: [x: number, y: number][]) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: places.map((place, id) => ({ id, x: place[0], y: place[1] })),
        });
      const whole = await svg.getAttribute('viewBox');
      await touch('touchStart', [x, y]);
      for (let up = 10; up <= 100; up += 10) await touch('touchMove', [x, y - up]);
      await touch('touchEnd');
      await waitUntil(page, 'scrollY > 40');
      assert.equal(await svg.getAttribute('viewBox'), whole);
      await page.evaluate('scrollTo(0, 0)');
      await touch('touchStart', [x - 20, y], [x + 20, y]);
      for (let by = 30; by <= 80; by += 10) await touch('touchMove', [x - by, y], [x + by, y]);
      await touch('touchEnd');
      await drawn(page);
      const [, , width = 0] = ((await svg.getAttribute('viewBox')) ?? '').split(' ').map(Number);
      assert.ok(width < Number(whole?.split(' ')[2]) / 2, 'it is nearer');
    });
  });

  test('does all of it without scripts', async () => {
    await withPage({ ...WIDE, javaScriptEnabled: false }, async (page) => {
      await page.goto('/');
      await page.getByRole('searchbox').fill('tea');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('link', { name: '@acme/tea' }).first().click();
      assert.equal(await page.getByRole('button', { name: 'Copy' }).isVisible(), false);
      assert.match(await page.locator('main').innerText(), /prime install @acme\/tea/);
      await page.getByRole('link', { name: 'Graph of its 4 atoms' }).click();
      assert.equal(await page.getByRole('button', { name: 'Zoom in' }).isVisible(), false);
      await page.locator('.graph').getByRole('link', { name: 'rule-steep (rule)' }).click();
      await page.waitForURL('**/atom/@acme/rule-steep');
      await page.getByRole('link', { name: 'rule-warm-the-pot', exact: true }).first().click();
      await page.waitForURL('**/atom/@acme/rule-warm-the-pot');
    });
  });

  test('learns what to take instead of a yanked version of a Prime that has moved', async () => {
    await withPage({ ...WIDE, javaScriptEnabled: false }, async (page) => {
      await page.goto('/-/prime/@acme/second-life/1.0.0');
      await page.getByRole('link', { name: 'Compare any two' }).click();
      await page.getByRole('row', { name: /^1\.2\.0 removed/ }).waitFor();
      await page.getByRole('link', { name: '1.1.0', exact: true }).click();
      await page.getByText('This version was yanked').waitFor();
      await page.getByText('This Prime has moved to').getByRole('link', { name: '@acme/tea' }).click();
      await page.getByRole('heading', { level: 1, name: 'tea' }).waitFor();
      await page.goto('/-/prime/@acme/second-life/1.2.0');
      await page.getByText('@acme/second-life 1.2.0 was removed (secret)').waitFor();
      await page.getByRole('link', { name: 'what else there is of this Prime' }).click();
      await page.getByRole('heading', { level: 1, name: 'second-life' }).waitFor();
    });
  });

  test('skips the header by keyboard, and the picture to its list', async () => {
    await withPage(WIDE, async (page) => {
      await page.goto('/-/prime/@acme/tea/1.1.0/graph');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), '@acme');
      await page.getByRole('link', { name: 'Show as a list' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('summary', { hasText: /^rule\s*2$/ }).waitFor();
      await page.waitForURL('**#list');
    });
  });
});

const PAGES = [
  '/',
  '/-/find?q=tea',
  '/-/find?q=tea+zebra&kind=rule',
  '/-/find?q=tea&in=atoms',
  '/-/browse?sort=newest&scope=@acme',
  '/-/scopes',
  '/-/prime/@acme/tea',
  '/-/prime/@acme/tea/1.0.0',
  '/-/prime/@acme/gone',
  '/-/prime/@acme/second-life',
  '/-/prime/@acme/second-life/2.0.0-beta.1',
  '/-/prime/@acme/second-life/1.1.0',
  '/-/prime/@acme/second-life/1.2.0',
  '/-/prime/@acme/second-life/versions',
  '/-/prime/@acme/removed',
  '/-/prime/@acme/removed/versions',
  '/-/find?q=life',
  '/-/prime/@acme/tea/versions',
  '/-/prime/@acme/tea/diff/1.0.0...1.1.0',
  '/-/prime/@acme/tea/1.1.0/graph',
  '/-/prime/@acme/tea/1.1.0/atoms',
  '/-/prime/@acme/tea/1.1.0/read?text=full',
  '/-/prime/@acme/tea/1.1.0/files',
  '/-/prime/@acme/tea/1.1.0/files/README.md',
  '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-warm-the-pot',
  '/-/prime/@acme/tea/1.1.0/atom/@acme/rule-warm-the-pot?text=source',
  '/-/scope/@acme',
  '/-/publishing',
  '/-/log',
  '/-/api',
  '/-/prime/@acme/absent',
];

/** The cumulative layout shift so far; waits for no more of the page. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve(sum)));
})`;

test('the address that a script writes moves nothing, however late the script is', { skip }, async () => {
  await withPage(PHONE, async (page) => {
    await page.route(/\.js(?:$|\?)/, async (route) => {
      await page.waitForTimeout(300);
      await route.continue();
    });
    for (const path of ['/', '/-/publishing', '/-/log']) {
      await page.goto(path);
      await waitUntil(page, "document.querySelector('[data-origin]').textContent === location.origin");
      assert.equal(await page.evaluate(LAYOUT_SHIFT), 0, path);
    }
  });
});

async function assertFits(page: Page, path: string): Promise<void> {
  const [needed, has] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.ok(needed <= has, `${path} is ${needed} wide, of ${has}`);
}

/** In the dark only the colours differ. */
async function findDarkViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  const violations = await findViolations(page, ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light' });
  return violations;
}

for (const [device, options] of Object.entries({ 'a wide screen': WIDE, 'a phone': PHONE })) {
  describe(`on ${device}`, { skip }, () => {
    test('every page is accessible, light and dark, and fits', async () => {
      await withPage({ ...options, colorScheme: 'light' }, async (page) => {
        for (const path of PAGES) {
          await page.goto(path);
          assert.deepEqual(await findViolations(page), [], path);
          assert.equal(await page.evaluate(LAYOUT_SHIFT), 0, `${path} moves while it loads`);
          assert.deepEqual(await findDarkViolations(page), [], `${path} in the dark`);
          await assertFits(page, path);
          if (device !== 'a phone') continue;
          // As a wide screen at 400 % (WCAG 2.2, success criterion 1.4.10).
          await page.setViewportSize({ width: 320, height: 640 });
          await assertFits(page, path);
          await page.setViewportSize(PHONE.viewport);
        }
      });
    });
  });
}
