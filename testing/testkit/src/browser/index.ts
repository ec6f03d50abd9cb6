// Entry point for tests of pages that need a real browser.
export { findViolations } from './find-violations.ts';
export { openBrowser, openBrowserForTests } from './open-browser.ts';
