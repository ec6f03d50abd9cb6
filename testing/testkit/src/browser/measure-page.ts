// How soon a page is there for a reader with a slow phone: the browser gets a slow network and a slow processor.
import type { Browser } from 'playwright-core';
import { waitUntil } from './wait-until.ts';

/** What is simulated. The delay is added to each request; connections cost nothing. */
export const SLOW_PHONE = {
  /** In milliseconds for a request and its answer. */
  latencyMs: 150,
  /** 1.6 Mbit/s down and 0.75 Mbit/s up, in bytes per second. */
  downPerSecond: (1.6 * 1024 * 1024) / 8,
  upPerSecond: (0.75 * 1024 * 1024) / 8,
  /** How many times slower the processor is. */
  slowdown: 4,
} as const;

/** How a page loaded. */
export interface PageMeasure {
  /** Of the page itself, before compression. */
  readonly pageBytes: number;
  /** Of everything that it loads, as it is sent, with headers. */
  readonly sentBytes: number;
  readonly requests: number;
  /** Largest contentful paint, in milliseconds. */
  readonly lcpMs: number;
  /** Cumulative layout shift: 0 if nothing moved. */
  readonly cls: number;
  /** The first `performance.mark` of each name, in milliseconds. */
  readonly marks: Readonly<Record<string, number>>;
}

/** Runs before the page does: a browser keeps only some entries from before an observer. */
const OBSERVE = `
  globalThis.measured = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) measured.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) measured.cls += value;
  }).observe({ type: 'layout-shift', buffered: true });`;
const READ = `({ ...measured, marks: Object.fromEntries(
  performance.getEntriesByType('mark').reverse().map(({ name, startTime }) => [name, startTime])) })`;

/** Options of a measurement. */
export interface MeasureOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly isMobile?: boolean;
  /** Default: {@link SLOW_PHONE}; false for this machine and its network as they are. */
  readonly slow?: boolean;
  /** A `performance.mark` to wait for, if the page makes one. */
  readonly mark?: string | undefined;
}

/**
 * Opens a page in a new context, with an empty cache, and waits until nothing loads any more.
 * @throws Error if the answer is not 200
 */
export async function measurePage(
  browser: Browser,
  url: string,
  { slow = true, mark, ...options }: MeasureOptions,
): Promise<PageMeasure> {
  const context = await browser.newContext({ ...options, hasTouch: options.isMobile === true });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (slow) {
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: SLOW_PHONE.latencyMs,
        downloadThroughput: SLOW_PHONE.downPerSecond,
        uploadThroughput: SLOW_PHONE.upPerSecond,
      });
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.slowdown });
    }
    let [sentBytes, requests] = [0, 0];
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      sentBytes += encodedDataLength;
      requests += 1;
    });
    await page.addInitScript(OBSERVE);
    const response = await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
    if (response?.status() !== 200) throw new Error(`${url} is answered with ${response?.status()}`);
    const pageBytes = (await response.body()).length;
    if (mark !== undefined)
      await waitUntil(page, `performance.getEntriesByName(${JSON.stringify(mark)}).length > 0`);
    // A paint is reported after its frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
    const { lcp, cls, marks } = await page.evaluate<{
      readonly lcp: number;
      readonly cls: number;
      readonly marks: Record<string, number>;
    }>(READ);
    return { pageBytes, sentBytes, requests, lcpMs: lcp, cls, marks };
  } finally {
    await context.close();
  }
}
