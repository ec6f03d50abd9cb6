// The door to a real browser, for tests of pages.
export { findViolations } from './find-violations.ts';
export { openBrowser, openBrowserForTests } from './open-browser.ts';
