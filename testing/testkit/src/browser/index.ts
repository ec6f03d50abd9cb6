// Entry point for tests of pages that need a real browser.
export { findViolations } from './find-violations.ts';
export { type MeasureOptions, measurePage, type PageMeasure, SLOW_PHONE } from './measure-page.ts';
export { openBrowser, openBrowserForTests, PAGE_WAIT_MS } from './open-browser.ts';
export { pressToCopy } from './press-to-copy.ts';
export { waitUntil } from './wait-until.ts';
