// The page of a graph, small and large, in a real browser: names that never lie on each other, lines that can
// be seen, taps that choose what was meant, and a picture that fits the window.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startRegistry, wordyAtoms } from '@prime-registry/testkit';
import {
  findViolations,
  measurePage,
  openBrowserForTests,
  PAGE_WAIT_MS,
} from '@prime-registry/testkit/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';

const browser = await openBrowserForTests();
const registry = await startRegistry();
after(() => Promise.all([browser?.close(), registry.stop()]));
const { author, anonymous } = registry;
for (const [name, atoms] of Object.entries({ atom: 20, many: 900, empty: 0 }))
  await author.mustPublish({
    name: `@acme/${name}`,
    version: '1.0.0',
    files: { 'README.md': '# It', ...wordyAtoms(atoms) },
  });

const skip = browser === undefined && 'there is no browser: set CHROMIUM_PATH';
const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const FEW = '/-/prime/@acme/atom/1.0.0/graph';
const MANY = '/-/prime/@acme/many/1.0.0/graph';

async function withPage(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser?.newContext({ baseURL: registry.baseUrl, ...options });
  assert.ok(context);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PAGE_WAIT_MS);
    await use(page);
  } finally {
    await context.close();
  }
}

/** Opens a graph, and waits for its names. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('.graph.live .names span:visible').first().waitFor();
}

const drawn = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

interface Name {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
}

/** The names that are shown, each with the box of its letters. */
const namesOf = (page: Page): Promise<Name[]> =>
  page.evaluate<Name[]>(`[...document.querySelectorAll('.names span:not([hidden])')].map((span) => {
    const range = document.createRange();
    range.selectNodeContents(span);
    const { left, right } = range.getBoundingClientRect();
    const { top, bottom } = span.getBoundingClientRect();
    return { text: span.textContent, left, right, top, bottom, size: parseFloat(getComputedStyle(span).fontSize) };
  })`);

function assertApart(names: readonly Name[], where: string): void {
  for (const [index, a] of names.entries()) {
    assert.ok(a.size >= 11, `${where}: ${a.text} is ${a.size} px high`);
    for (const b of names.slice(index + 1)) {
      const isOn = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      assert.ok(!isOn, `${where}: '${a.text}' lies on '${b.text}'`);
    }
  }
}

describe('names in a graph', { skip }, () => {
  for (const [device, options] of Object.entries({ 'a wide screen': WIDE, 'a phone': PHONE })) {
    for (const path of [FEW, MANY]) {
      test(`never lie on each other on ${device}: ${path}`, async () => {
        await withPage(options, async (page) => {
          await open(page, path);
          for (let zoom = 0; zoom < 9; zoom += 1) {
            await drawn(page);
            const names = await namesOf(page);
            assert.ok(names.length >= (zoom === 0 ? 3 : 1), `${names.length} names at zoom ${zoom}`);
            assertApart(names, `zoom ${zoom}`);
            await page.locator('[data-do="in"]').click();
          }
        });
      });
    }
  }

  test('are labels, the same as in the list and on the card', async () => {
    await withPage(WIDE, async (page) => {
      await open(page, FEW);
      const listed = await page.locator('#list li > a').allTextContents();
      for (const { text } of await namesOf(page)) assert.ok(listed.includes(text), text);
      await page.locator('.graph a').first().focus();
      await page.keyboard.press('Enter');
      const heading = await page.locator('.card h2').textContent();
      assert.ok(heading !== null && listed.includes(heading));
      await drawn(page);
      assertApart(await namesOf(page), 'chosen');
      // The name of this Prime occurs in the path before `/atom/`.
      await page.waitForURL(/#@acme\/[a-z0-9-]+$/);
    });
  });
});

describe('a picture', { skip }, () => {
  test('of many atoms is accessible', async () => {
    await withPage(PHONE, async (page) => {
      await open(page, MANY);
      assert.deepEqual(await findViolations(page), []);
    });
  });

  test('fits the window, and nothing moves while it loads', async () => {
    assert.ok(browser);
    for (const options of [WIDE, PHONE]) {
      const { cls, requests } = await measurePage(browser, `${registry.baseUrl}${MANY}`, {
        ...options,
        slow: false,
      });
      assert.deepEqual([cls, requests], [0, 4], 'page, style, two scripts');
    }
    await withPage(WIDE, async (page) => {
      await open(page, MANY);
      const { y = 0, height = 0 } = (await page.locator('.graph').boundingBox()) ?? {};
      assert.ok(y + height <= 800 && height > 450, `from ${y} to ${y + height}`);
    });
  });

  test('has lines with a contrast of 3 to 1', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await withPage({ ...WIDE, colorScheme }, async (page) => {
        await open(page, MANY);
        const style = (selector: string, property: string): Promise<string> =>
          page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
        const line = luminanceOf(await style('.graph .lines', 'stroke'));
        const ground = luminanceOf(await style('.graph', 'backgroundColor'));
        const contrast = (Math.max(line, ground) + 0.05) / (Math.min(line, ground) + 0.05);
        assert.ok(contrast >= 3, `${colorScheme}: ${contrast}`);
        for (const property of ['opacity', 'strokeOpacity', 'strokeWidth'])
          assert.ok(Number.parseFloat(await style('.graph .lines', property)) >= 1, property);
      });
    }
  });

  test('chooses the nearest atom within 24 px of a tap, and nothing further away', async () => {
    await withPage(PHONE, async (page) => {
      await open(page, MANY);
      const card = page.getByRole('region', { name: 'Selected atom' });
      const frame = (await page.locator('.graph').boundingBox()) ?? assert.fail();
      // Places 20 px next to an atom, where no name is and no other atom is near.
      const [place] = await page.evaluate<{ x: number; y: number; title: string }[]>(`(() => {
        const matrix = document.querySelector('.graph svg').getScreenCTM();
        const atoms = [...document.querySelectorAll('#list li[data-at]')].map((item) => ({
          title: item.querySelector('a').textContent,
          at: new DOMPoint(...item.dataset.at.split(' ').slice(0, 2).map(Number)).matrixTransform(matrix),
        }));
        const names = [...document.querySelectorAll('.names span:not([hidden])')].map((span) =>
          span.getBoundingClientRect());
        const frame = document.querySelector('.graph').getBoundingClientRect();
        return atoms.flatMap(({ title, at }) =>
          [[20, 0], [-20, 0], [0, 20], [0, -20]].map(([dx, dy]) => ({ title, x: at.x + dx, y: at.y + dy }))
        ).filter(({ title, x, y }) =>
          x > frame.left + 2 && x < frame.right - 2 && y > frame.top + 2 && y < frame.bottom - 2 &&
          names.every(({ left, right, top, bottom }) =>
            x < left - 3 || x > right + 3 || y < top - 3 || y > bottom + 3) &&
          atoms.every(({ title: other, at }) => other === title || Math.hypot(at.x - x, at.y - y) > 23));
      })()`);
      assert.ok(place);
      const { x, y, title } = place;
      await page.touchscreen.tap(x, y);
      await card.getByRole('heading', { name: title, exact: true }).waitFor();
      await card.getByRole('button', { name: 'Close' }).click();
      await page.touchscreen.tap(frame.x + 4, frame.y + 4);
      await drawn(page);
      assert.equal(await card.isVisible(), false);
    });
  });

  test('on a phone shows the chosen atom above its card, by its address and along edges', async () => {
    await withPage(PHONE, async (page) => {
      await open(page, FEW);
      const card = page.getByRole('region', { name: 'Selected atom' });
      const assertAbove = async (where: string): Promise<void> => {
        await drawn(page);
        const [y, top, left] = await page.evaluate<number[]>(`(() => {
          const title = document.querySelector('.card h2').textContent;
          const item = [...document.querySelectorAll('#list li[data-at]')].find((each) => each.querySelector('a').textContent === title);
          const point = new DOMPoint(...item.dataset.at.split(' ').slice(0, 2).map(Number));
          const frame = document.querySelector('.graph').getBoundingClientRect();
          return [point.matrixTransform(document.querySelector('.graph svg').getScreenCTM()).y,
            document.querySelector('.card').getBoundingClientRect().top, frame.top];
        })()`);
        assert.ok(
          y !== undefined && y < (top ?? 0) && y > (left ?? 0),
          `${where}: ${y} of ${left} to ${top}`,
        );
      };
      const ids = await page.evaluate<string[]>(
        `[...document.querySelectorAll('#list li[data-at] > a')].map(({ pathname }) => pathname.split('/atom/').at(-1))`,
      );
      for (const id of ids.slice(0, 6)) {
        await page.goto(`${FEW}#${id}`);
        await card.locator('h2').waitFor();
        await assertAbove(id);
      }
      await card.locator('li a').first().tap();
      await assertAbove('along an edge');
      await page.getByRole('button', { name: 'Full screen' }).tap();
      await page.locator('.explorer.full').waitFor();
      const [filters, hint] = await Promise.all(
        ['.filters', '.hint'].map((place) => page.locator(place).boundingBox()),
      );
      assert.ok(filters && hint && hint.y >= filters.y + filters.height, 'nothing is on the switches');
    });
  });

  test('of many atoms is walked by keyboard: arrows choose, Enter opens', async () => {
    await withPage(WIDE, async (page) => {
      await open(page, MANY);
      await page.locator('.graph > svg').focus();
      await page.keyboard.press('ArrowRight');
      const heading = page.locator('.card h2');
      const first = await heading.textContent();
      await page.keyboard.press('ArrowDown');
      assert.notEqual(await heading.textContent(), first);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/atom/@acme/*');
    });
  });

  test('fills the screen, and returns', async () => {
    await withPage(PHONE, async (page) => {
      await open(page, FEW);
      const height = async (): Promise<number> => (await page.locator('.graph').boundingBox())?.height ?? 0;
      const before = await height();
      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.locator('.explorer.full').waitFor();
      assert.ok((await height()) > before + 100);
      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.locator('.explorer:not(.full)').waitFor();
    });
  });
});

test('of a version without atoms, the page says so and has no tools', async () => {
  const { text } = await anonymous.get('/-/prime/@acme/empty/1.0.0/graph', { accept: 'text/html' });
  assert.match(text, /This version has no atoms/);
  assert.doesNotMatch(text, /<svg viewBox="0 0 \d+ \d+" role|class="tools"|id="list"|\/graph-[0-9a-f]+\.js/);
});

test('a page of 900 atoms and all it loads take at most 100 KB, with brotli or gzip', async () => {
  for (const encoding of ['br', 'gzip']) {
    const bytes = async (path: string): Promise<number> => {
      const { headers } = await anonymous.request(path, {
        method: 'HEAD',
        headers: { accept: 'text/html', 'accept-encoding': encoding },
      });
      assert.equal(headers.get('content-encoding'), encoding, path);
      return Number(headers.get('content-length'));
    };
    const { text } = await anonymous.get(MANY, { accept: 'text/html' });
    const loaded = [...text.matchAll(/(?:src|stylesheet" href)="(\/-\/assets\/[^"]*)"/g)].map(
      ([, path = '']) => path,
    );
    assert.equal(loaded.length, 3);
    const sizes = await Promise.all([MANY, ...loaded].map(bytes));
    const sum = sizes.reduce((total, size) => total + size, 0);
    assert.ok(sum <= 100_000, `${encoding}: ${sizes.join(' + ')} = ${sum}`);
  }
});

test('the picture for previews is a PNG of 1200 by 630 pixels, and revalidates', async () => {
  const path = '/-/prime/@acme/many/1.0.0/graph.png';
  const response = await fetch(`${registry.baseUrl}${path}`);
  assert.equal(response.headers.get('content-type'), 'image/png');
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
  assert.ok(bytes.length > 20_000 && bytes.length < 600_000, `${bytes.length} bytes`);
  const { status } = await anonymous.get(path, { 'if-none-match': response.headers.get('etag') ?? '' });
  assert.equal(status, 304);
  const { text } = await anonymous.get('/-/prime/@acme/empty/1.0.0/graph.png');
  assert.match(text, /PNG/, 'also of no atoms');
});

/** Relative luminance of `rgb(…)`, as WCAG defines it. */
function luminanceOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((text) => {
    const share = Number(text) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
