// Loads a page in a real browser with an empty cache, as over a slow mobile network, and measures it.
import type { Browser } from 'playwright-core';

/** Slow 4G as Lighthouse has it: 1.6 Mbit/s, and 150 ms from a request to its answer; on a quarter of this processor. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
const SLOWDOWN = 4;

/** A page as a visitor gets it. */
export interface PageMeasure {
  /** Of the page itself, before compression. */
  readonly pageBytes: number;
  /** Of everything that it loads, as it is sent, with headers. */
  readonly sentBytes: number;
  readonly requests: number;
  /** Largest contentful paint, in milliseconds. */
  readonly lcpMs: number;
  /** Cumulative layout shift. */
  readonly cls: number;
}

const PAINTS = `new Promise((resolve) => {
  const found = { lcpMs: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) found.lcpMs = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) found.cls += value; })
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve(found), 100));
})`;

/** Measures the page at this address, on a phone. */
export async function measurePage(browser: Browser, url: string): Promise<PageMeasure> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    let [sentBytes, requests] = [0, 0];
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      sentBytes += encodedDataLength;
      requests += 1;
    });
    const response = await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
    if (response?.status() !== 200) throw new Error(`${url} is answered with ${response?.status()}`);
    const pageBytes = (await response.body()).length;
    const { lcpMs, cls } = await page.evaluate<{ lcpMs: number; cls: number }>(PAINTS);
    return { pageBytes, sentBytes, requests, lcpMs, cls };
  } finally {
    await context.close();
  }
}
