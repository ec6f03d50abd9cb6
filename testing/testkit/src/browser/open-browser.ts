// A real browser for tests, kept from everything but this machine.
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

/** Opens a browser. Whoever opens it closes it. @throws Error that says what is missing */
export async function openBrowser(): Promise<Browser> {
  const program = await findBrowser();
  return chromium.launch({ ...program, headless: true, args: FLAGS });
}

/**
 * Opens a browser for a test file; where there is none, says so loudly.
 * @returns undefined where the tests have to be skipped
 * @throws Error where there is none and REQUIRE_BROWSER is 1
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
