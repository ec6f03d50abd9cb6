// Opens a real browser for tests. It can connect to this machine only.
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
];

/**
 * The longest wait of a test for a page, in milliseconds. The first page of a browser takes half a second of a processor,
 * of which a machine with much other work has a twentieth.
 */
export const PAGE_WAIT_MS = 60_000;

/** Opens a browser. The caller closes it. @throws Error that says what is missing */
export async function openBrowser(): Promise<Browser> {
  const program = await findBrowser();
  return chromium.launch({ ...program, headless: true, args: FLAGS, timeout: PAGE_WAIT_MS });
}

/**
 * Opens a browser for a test file. If there is none, it prints a loud warning.
 * @returns undefined if the tests must be skipped
 * @throws Error if there is none and REQUIRE_BROWSER is 1
 */
export async function openBrowserForTests(): Promise<Browser | undefined> {
  try {
    return await openBrowser();
  } catch (error) {
    if (process.env.REQUIRE_BROWSER === '1') throw error;
    process.stderr.write(`\nTHE TESTS OF PAGES IN A BROWSER ARE SKIPPED: ${(error as Error).message}\n\n`);
    return undefined;
  }
}
