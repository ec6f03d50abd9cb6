// `npm run screenshots`: updates the pictures of docs/web.md, with example data in a real browser.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { openBrowser } from '@prime-registry/testkit/browser';
import { EXAMPLE_NOW, fillWithExamples } from './example-registry.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = join(ROOT, 'docs/screenshots');
const MAX_BYTES = 60_000;

const WIDE = { width: 1200, height: 800 };
const PHONE = { width: 390, height: 760 };
const CACHING = '/-/prime/@examples/http-caching';

/** A picture to take. */
interface Shot {
  readonly name: string;
  readonly path: string;
  readonly colorScheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
  /** Clicked before the picture is taken. */
  readonly click?: string;
}

const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/', colorScheme: 'light', viewport: WIDE },
  { name: 'find', path: '/-/find?q=caching', colorScheme: 'light', viewport: WIDE },
  { name: 'prime', path: CACHING, colorScheme: 'light', viewport: WIDE },
  { name: 'prime-phone', path: CACHING, colorScheme: 'dark', viewport: PHONE },
  {
    name: 'graph-small',
    path: `${CACHING}/1.0.0/graph`,
    colorScheme: 'dark',
    viewport: WIDE,
    click: '.graph a[href$="/pattern-conditional-get"]',
  },
  {
    name: 'graph-large',
    path: '/-/prime/@examples/gardening/2.3.0/graph',
    colorScheme: 'light',
    viewport: WIDE,
  },
  {
    name: 'atom-phone',
    path: `${CACHING}/1.0.0/atom/@examples/pattern-conditional-get`,
    colorScheme: 'light',
    viewport: PHONE,
  },
  {
    name: 'diff',
    path: `${CACHING}/diff/1.0.0...1.1.0`,
    colorScheme: 'dark',
    viewport: { width: 1000, height: 640 },
  },
];

const GARDENING = '@examples/gardening';
const LIFE: Shot = {
  name: 'versions',
  path: `/-/prime/${GARDENING}/versions`,
  colorScheme: 'light',
  viewport: { width: 1000, height: 520 },
};

/** What happens to versions after their publish; other pictures do not show it. */
async function liveOn({ admin }: TestRegistry): Promise<void> {
  for (const version of ['2.4.0', '2.4.1', '3.0.0-beta.1', '3.0.0-beta.2'])
    await admin.mustPublish({ name: GARDENING, version });
  const change = async (method: string, path: string, body: object): Promise<void> => {
    const request = { method, body: JSON.stringify(body) };
    const { status, text } = await admin.request(`/-/primes/${GARDENING}/${path}`, request);
    if (status !== 200) throw new Error(`${path}: ${text}`);
  };
  await admin.yank(GARDENING, '3.0.0-beta.1', { reason: 'It waters the cactus daily.' });
  await change('PUT', 'channels/beta', { version: '3.0.0-beta.2' });
  await change('PUT', 'deprecation', { range: '<2.4.0', message: 'The rules about frost were wrong.' });
  await change('POST', '2.4.0/removal', { category: 'secret', reason: 'It had a password.' });
}

const registry = await startRegistry({ now: () => EXAMPLE_NOW });
const browser = await openBrowser();
try {
  await fillWithExamples(registry);
  await mkdir(TARGET, { recursive: true });
  for (const shot of [...SHOTS, LIFE]) {
    if (shot === LIFE) await liveOn(registry);
    const { name, path, colorScheme, viewport, click } = shot;
    const context = await browser.newContext({ baseURL: registry.baseUrl, colorScheme, viewport });
    const page = await context.newPage();
    await page.goto(path, { waitUntil: 'networkidle' });
    if (click !== undefined) await page.click(click);
    const session = await context.newCDPSession(page);
    let quality = 85;
    let bytes = Buffer.alloc(MAX_BYTES + 1);
    while (bytes.length > MAX_BYTES && quality > 0) {
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
      bytes = Buffer.from(data, 'base64');
      quality -= 15;
    }
    await writeFile(join(TARGET, `${name}.webp`), bytes);
    console.log(`docs/screenshots/${name}.webp  ${bytes.length} bytes`);
    await context.close();
  }
} finally {
  await browser.close();
  await registry.stop();
}
