// Texts that are hard to lay out, in a real browser: wide tables, deep quotes, long words, other scripts, a private registry.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { atomFiles, startRegistry } from '@prime-registry/testkit';
import { openBrowserForTests } from '@prime-registry/testkit/browser';
import type { Page } from 'playwright-core';

const NAME = '@acme/wide';
const COLUMNS = ['Atom', 'Kind', 'What for', 'Where from', 'Since', 'Checked by'];
const README = `# Wide

| ${COLUMNS.join(' | ')} |
|${'---|'.repeat(COLUMNS.length)}
| rule-prefer-conditional-requests | anti-pattern | Requests that change nothing | RFC9110 | 1.0.0 | everybody |

${Array.from({ length: 24 }, (_, depth) => `${'>'.repeat(depth + 1)} quoted`).join('\n>\n')}

\u05e9\u05dc\u05d5\u05dd.

left

| \u05e9\u05dc\u05d5\u05dd \u05e9\u05dc\u05d5\u05dd |
|---|
| 2 |
`;
/** As long as a kind may be. */
const KIND = `${'very-'.repeat(24)}long`;
const ATOM = `${KIND} Kind {
  id: "@acme/kind"
  label: "\u0645\u0631\u062d\u0628\u0627"
  description: "\u0645\u0631\u062d\u0628\u0627."
}
`;

const browser = await openBrowserForTests();
const registry = await startRegistry();
const closed = await startRegistry({ isPrivate: true });
after(() => Promise.all([browser?.close(), registry.stop(), closed.stop()]));
await registry.author.mustPublish({
  name: NAME,
  version: '1.0.0',
  files: { 'README.md': README, 'primes/sources/@acme/kind.prime': ATOM },
});

const skip = browser === undefined && 'there is no browser: set CHROMIUM_PATH';

async function withPage(baseURL: string, width: number, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser?.newContext({ baseURL, viewport: { width, height: 844 } });
  assert.ok(context);
  try {
    await use(await context.newPage());
  } finally {
    await context.close();
  }
}

const WIDTHS = '[document.documentElement.scrollWidth, innerWidth]';

describe('a text that is hard to lay out', { skip }, () => {
  for (const width of [320, 390, 1280]) {
    test(`fits a screen of ${width} px, and its table scrolls instead of breaking words`, async () => {
      await withPage(registry.baseUrl, width, async (page) => {
        for (const path of [
          `/-/prime/${NAME}`,
          `/-/prime/${NAME}/1.0.0/atom/@acme/kind`,
          `/-/prime/${NAME}/1.0.0/atoms`,
          `/-/prime/${NAME}/1.0.0/graph`,
          '/-/find?q=wide',
          '/-/find?q=kind&in=atoms',
          '/-/api',
        ]) {
          const answer = await page.goto(path);
          assert.equal(answer?.status(), 200, path);
          const [needed = 0, has = 0] = await page.evaluate<number[]>(WIDTHS);
          assert.ok(needed <= has, `${path} is ${needed} wide, of ${has}`);
        }
        await page.goto(`/-/prime/${NAME}`);
        assert.equal(await page.locator('.kind', { hasText: KIND }).count(), 1);
        const lines = await page
          .locator('.prose th')
          .first()
          .evaluate((cell) => cell.getClientRects().length && cell.clientHeight);
        assert.ok(lines < 60, `the heading 'Atom' is ${lines} px high`);
        const quote = await page.locator('.prose blockquote p').last().boundingBox();
        assert.ok((quote?.width ?? 0) > 150, `the last quote is ${quote?.width} px wide`);
      });
    });
  }

  test('fits a phone as a table of versions, with what each changed', async () => {
    const atoms = (...names: string[]) =>
      atomFiles(...names.map((name) => ({ id: `@acme/fact-${name}`, kind: 'fact', description: name })));
    for (const [version, files] of [
      ['1.20.30', atoms('one', 'two')],
      ['2.0.0', atoms('one', 'three', 'four')],
      ['3.0.0-beta.1', atoms('one')],
    ] as const)
      await registry.author.mustPublish({ name: '@acme/steps', version, files });
    const body = JSON.stringify({ range: '<2.0.0', message: 'Old.' });
    const deprecated = await registry.admin.request('/-/primes/@acme/steps/deprecation', {
      method: 'PUT',
      body,
    });
    assert.equal(deprecated.status, 200);
    await withPage(registry.baseUrl, 390, async (page) => {
      await page.goto('/-/prime/@acme/steps/versions');
      const table = page.getByRole('group', { name: 'Versions' });
      await table.getByText('+2 −1').waitFor();
      const [needed = 0, has = 0] = await table.evaluate((it) => [it.scrollWidth, it.clientWidth]);
      assert.ok(needed <= has, `the table is ${needed} wide, of ${has}`);
    });
  });

  test('runs from right to left where its letters do', async () => {
    await withPage(registry.baseUrl, 1280, async (page) => {
      await page.goto(`/-/prime/${NAME}`);
      const directions = await page
        .locator('.prose > p')
        .evaluateAll((all) => all.map((one) => (one.matches(':dir(rtl)') ? 'rtl' : 'ltr')));
      assert.deepEqual(directions, ['rtl', 'ltr']);
      // And stands on that side: a rule for the alignment could still pull it to the left.
      const sides = await page.locator('.prose > p').evaluateAll((all) =>
        all.map((one) => {
          const range = one.ownerDocument.createRange();
          range.selectNodeContents(one);
          const [text, block] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
          return text.left - block.left > block.right - text.right ? 'right' : 'left';
        }),
      );
      assert.deepEqual(sides, ['right', 'left']);
      const number = await page.locator('.prose table[dir="rtl"] td').evaluate((cell) => {
        const range = cell.ownerDocument.createRange();
        range.selectNodeContents(cell);
        return cell.getBoundingClientRect().right - range.getBoundingClientRect().right;
      });
      assert.ok(number < 20, `a number is ${number} px from the right of its cell`);
      await page.goto(`/-/prime/${NAME}/1.0.0/atom/@acme/kind`);
      const edges = await page.locator('h1, .about').evaluateAll((all) =>
        all.map((one) => {
          const range = one.ownerDocument.createRange();
          range.selectNodeContents(one);
          return range.getBoundingClientRect().right;
        }),
      );
      assert.equal(edges.length, 2);
      assert.ok(
        Math.abs((edges[0] ?? 0) - (edges[1] ?? 0)) < 16,
        `title and description begin at ${edges.join()}`,
      );
    });
  });

  test('the home page of a private registry has nothing behind its note', async () => {
    await withPage(closed.baseUrl, 1280, async (page) => {
      await page.goto('/');
      await page.getByText('This registry is private.').waitFor();
      const covering = await page.locator('.note').evaluate((note) => {
        const { left, top, width, height } = note.getBoundingClientRect();
        const found = new Set<string>();
        for (let x = 1; x < 20; x += 1)
          for (let y = 1; y < 4; y += 1)
            for (const each of note.ownerDocument.elementsFromPoint(
              left + (width * x) / 20,
              top + (height * y) / 4,
            ))
              if (!each.contains(note) && !note.contains(each)) found.add(each.outerHTML.slice(0, 80));
        return [...found];
      });
      assert.deepEqual(covering, [], 'neither over it nor behind it');
    });
  });
});
