// How pages look with other colours: those that a system forces on them, those of an operator, and the two themes. What tells
// things apart must still be there.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startRegistry, type TestRegistry } from '@prime-registry/testkit';
import {
  findViolations,
  openBrowserForTests,
  PAGE_WAIT_MS,
  pressToCopy,
} from '@prime-registry/testkit/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { publishExample } from './example.ts';

const browser = await openBrowserForTests();
const folder = await mkdtemp(join(tmpdir(), 'looks-'));
const siteMark = join(folder, 'mark.svg');
await writeFile(
  siteMark,
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
);
const usual = await startRegistry();
const own = await startRegistry({ siteName: 'Acme & Tea', siteMark, siteColours: '#1a5a96 #8ab8f0' });
after(() =>
  Promise.all([browser?.close(), usual.stop(), own.stop(), rm(folder, { recursive: true, force: true })]),
);
for (const { author } of [usual, own]) {
  await publishExample(author);
  await author.mustPublish({
    name: '@acme/tea',
    version: '1.2.0',
    description: 'How to make good tea',
    files: {
      'README.md':
        '# Tea\n\nHow to make it, from **leaf** to pot.\n\n> [!WARNING]\n> Hot.\n\n<table><tr><th>Leaf</th></tr><tr><td>green</td></tr></table>\n',
    },
  });
}

const skip = browser === undefined && 'there is no browser: set CHROMIUM_PATH';
const PRIME = '/-/prime/@acme/tea';
const PAGES = [
  '/',
  '/-/find?q=tea&kind=rule',
  '/-/browse?sort=newest',
  PRIME,
  `${PRIME}/1.1.0/atoms`,
  `${PRIME}/1.1.0/read?text=full`,
  `${PRIME}/1.1.0/atom/@acme/rule-warm-the-pot?text=core`,
  `${PRIME}/1.1.0/graph`,
  `${PRIME}/versions`,
  `${PRIME}/diff/1.1.0...1.2.0`,
  '/-/publishing',
];
/** Pages with all that has an accent. */
const COLOURED = ['/', PRIME, `${PRIME}/1.1.0/graph`, `${PRIME}/diff/1.1.0...1.2.0`];

async function withPage(
  { baseUrl }: TestRegistry,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser?.newContext({
    ...{ baseURL: baseUrl, viewport: { width: 1280, height: 800 } },
    ...options,
  });
  assert.ok(context);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PAGE_WAIT_MS);
    await use(page);
  } finally {
    await context.close();
  }
}

/** Functions for the page: contrasts as WCAG 2.2 has them, and how an element is marked without its background. */
const TOOLS = `
  const channels = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
  };
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (channels(backgroundColor)[3] !== 0) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const lineOf = (width, style, colour, ground) =>
    parseFloat(width) > 0 && style !== 'none' && channels(colour)[3] !== 0 && contrast(colour, ground) >= 3
      ? width + style : '';
  const markOf = (element) => {
    const s = getComputedStyle(element);
    const ground = groundOf(element.parentElement);
    return JSON.stringify([
      lineOf(s.borderBottomWidth, s.borderBottomStyle, s.borderBottomColor, ground),
      lineOf(s.outlineWidth, s.outlineStyle, s.outlineColor, ground),
      s.textDecorationLine, s.fontWeight, /✓/.test(element.textContent),
    ]);
  };
`;

/** Runs a function body in the page, with the tools. */
const inPage = <Result>(page: Page, body: string): Promise<Result> =>
  page.evaluate<Result>(`(() => { ${TOOLS} ${body} })()`);

describe('with colours that the system forces', { skip }, () => {
  const FORCED: BrowserContextOptions = { forcedColors: 'active' };

  test('what is current or chosen is marked by more than a background', async () => {
    await withPage(usual, FORCED, async (page) => {
      let seen = 0;
      for (const path of PAGES) {
        await page.goto(path);
        const [count, alike] = await inPage<[number, string[]]>(
          page,
          `const alike = [];
          const all = [...document.querySelectorAll('main a[aria-current], header a[aria-current]')].filter((each) => each.getClientRects().length);
          for (const current of all) {
            const group = current.closest('nav, aside');
            const other = [...(group?.querySelectorAll('a:not([aria-current]):not(.skip)') ?? [])]
              .find((each) => each.parentElement.tagName === current.parentElement.tagName && each.getClientRects().length);
            if (other !== undefined && markOf(current) === markOf(other)) alike.push(current.outerHTML.slice(0, 160));
          }
          return [all.length, alike];`,
        );
        assert.deepEqual(alike, [], path);
        seen += count;
      }
      assert.ok(seen >= 8, `${seen} current links`);
    });
  });

  test('of the links of a line, only the current one has a line below it', async () => {
    await withPage(usual, FORCED, async (page) => {
      let seen = 0;
      for (const path of PAGES) {
        await page.goto(path);
        const [count, marked] = await inPage<[number, string[]]>(
          page,
          `const others = [...document.querySelectorAll(':is(.top nav, .tabs, .lengths, .sorts, .lists) a:not([aria-current])')];
          return [others.length, others.filter((each) => {
            const s = getComputedStyle(each);
            return lineOf(s.borderBottomWidth, s.borderBottomStyle, s.borderBottomColor, groundOf(each)) !== '';
          }).map((each) => each.outerHTML.slice(0, 160))];`,
        );
        assert.deepEqual(marked, [], path);
        seen += count;
      }
      assert.ok(seen >= 40, `${seen} links`);
    });
  });

  test('texts in pictures have the colours of the system', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await withPage(usual, { ...FORCED, colorScheme }, async (page) => {
        await page.goto(`${PRIME}/1.1.0/atom/@acme/rule-warm-the-pot`);
        const [names, texts, lines] = await inPage<[string[], string[], string[]]>(
          page,
          `const system = (name) => { const it = document.createElement('i'); it.style.color = name; document.body.append(it); return getComputedStyle(it).color; };
          const others = (all, property, name) => [...document.querySelectorAll(all)].map((each) => getComputedStyle(each)[property]).filter((each) => each !== system(name));
          return [others('.around a .name', 'fill', 'LinkText'), others('.around text:not(a *)', 'fill', 'CanvasText'), others('.around .edge', 'stroke', 'CanvasText')];`,
        );
        assert.deepEqual([names, texts, lines], [[], [], []], colorScheme);
        assert.ok((await page.locator('.around a .name').count()) > 0);
      });
    }
  });

  test('the focus is seen on whatever has it', async () => {
    await withPage(usual, FORCED, async (page) => {
      for (const path of ['/', '/-/find?q=tea&kind=rule', `${PRIME}/1.1.0/graph`]) {
        await page.goto(path);
        for (let step = 0; step < 25; step += 1) {
          await page.keyboard.press('Tab');
          const [what, isSeen] = await inPage<[string, boolean]>(
            page,
            `const it = document.activeElement;
            if (it === document.body) return ['', true];
            const shapes = [it, it.parentElement, ...it.querySelectorAll('*')];
            return [it.outerHTML.slice(0, 160), shapes.some((each) => {
              const s = getComputedStyle(each);
              const ground = groundOf(it.parentElement);
              return lineOf(s.outlineWidth, s.outlineStyle, s.outlineColor, ground) !== '' ||
                (each instanceof SVGElement && parseFloat(s.strokeWidth) > 1 && channels(s.stroke).length > 2 && contrast(s.stroke, ground) >= 3);
            })];`,
          );
          assert.ok(isSeen, `${path}: ${what}`);
        }
      }
    });
  });

  test('fields and buttons have borders, the graph has lines and names, and changed words have marks', async () => {
    await withPage(usual, FORCED, async (page) => {
      for (const path of PAGES) {
        await page.goto(path);
        const bare = await inPage<string[]>(
          page,
          `return [...document.querySelectorAll('form.seek, select, button:not(form.seek button), .command')]
            .filter((each) => each.getClientRects().length)
            .filter((each) => { const s = getComputedStyle(each); return lineOf(s.borderTopWidth, s.borderTopStyle, s.borderTopColor, groundOf(each.parentElement)) === ''
              && lineOf(s.borderBottomWidth, s.borderBottomStyle, s.borderBottomColor, groundOf(each.parentElement)) === ''
              && !each.closest('.command'); })
            .map((each) => each.outerHTML.slice(0, 160));`,
        );
        assert.deepEqual(bare, [], path);
      }
      await page.goto(`${PRIME}/1.1.0/graph`);
      await page.locator('.names span:visible').first().waitFor();
      const graph = await inPage<number[]>(
        page,
        `const ground = groundOf(document.querySelector('.graph'));
        return [contrast(getComputedStyle(document.querySelector('.graph .lines')).stroke, ground),
          ...[...document.querySelectorAll('.names span')].filter((each) => each.getClientRects().length).map((each) => contrast(getComputedStyle(each).color, groundOf(each)))];`,
      );
      assert.ok(graph.length > 3);
      for (const each of graph) assert.ok(each >= 3, graph.join());
      await page.goto(`${PRIME}/diff/1.1.0...1.2.0`);
      const marks = await inPage<string[]>(
        page,
        `return [...document.querySelectorAll('.changes :is(ins, del)')].map((each) => each.tagName + ' ' + getComputedStyle(each).textDecorationLine);`,
      );
      assert.ok(marks.includes('INS underline') && marks.includes('DEL line-through'), marks.join());
    });
  });
});

describe('the borders of fields and the focus', { skip }, () => {
  for (const [whose, registry] of [
    ['the product', usual],
    ['an operator', own],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`have a contrast of 3 to 1 in the ${colorScheme} colours of ${whose}`, async () => {
        await withPage(registry, { colorScheme }, async (page) => {
          for (const path of ['/', '/-/find?q=tea', `${PRIME}/versions`, `${PRIME}/1.1.0/graph`]) {
            await page.goto(path);
            const weak = await inPage<string[]>(
              page,
              `return [...document.querySelectorAll('form.seek, select, input:not(.seek input, [type=hidden], [type=checkbox]), button.plain')]
                .filter((each) => each.getClientRects().length)
                .map((each) => [contrast(getComputedStyle(each).borderTopColor, groundOf(each.parentElement)), each.outerHTML.slice(0, 120)])
                .filter(([value]) => value < 3).map(String);`,
            );
            assert.deepEqual(weak, [], path);
            await page.keyboard.press('Tab');
            const focus = await inPage<number>(
              page,
              `const { outlineColor } = getComputedStyle(document.activeElement); return contrast(outlineColor, groundOf(document.body));`,
            );
            assert.ok(focus >= 3, `${path}: ${focus}`);
          }
        });
      });
});

describe('pages with the name, mark and colours of an operator', { skip }, () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`are accessible, ${colorScheme}`, async () => {
      await withPage(own, { colorScheme }, async (page) => {
        for (const path of COLOURED) {
          await page.goto(path);
          const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
          assert.deepEqual(await findViolations(page, rules), [], path);
        }
      });
    });
});

test('printed, all of a Prime has its contents and texts, and nothing to press', { skip }, async () => {
  await withPage(usual, { colorScheme: 'dark' }, async (page) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto(`${PRIME}/1.1.0/read?text=full`);
    for (const text of ['Contents', 'Warm the pot before the leaves go in', 'Only the full text has this.'])
      assert.equal(await page.getByText(text).first().isVisible(), true, text);
    for (const place of ['.top', '.tabs', '.lengths', '.crumbs', '.bottom', 'button'])
      assert.equal(await page.locator(place).first().isVisible(), false, place);
    const [ground, words] = await inPage<[string, string]>(
      page,
      `const { color } = getComputedStyle(document.querySelector('.reading article p')); return [getComputedStyle(document.body).backgroundColor, color];`,
    );
    assert.deepEqual(
      [ground, words.match(/\d+/g)?.every((part) => Number(part) < 100)],
      ['rgb(255, 255, 255)', true],
    );
  });
});

test('commands have the address of the registry, and are copied with it', { skip }, async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await withPage(usual, { permissions }, async (page) => {
    await page.goto('/-/publishing');
    const copy = page.getByRole('button', { name: 'Copy' }).nth(1);
    assert.equal(await pressToCopy(copy), `prime login ${usual.baseUrl}`);
    for (const path of ['/', '/-/log']) {
      await page.goto(path);
      await page.getByText(usual.baseUrl).first().waitFor();
      assert.equal(await page.getByText('this address').count(), 0, path);
    }
  });
});
