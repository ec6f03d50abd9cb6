// The door to a real browser, for tests of pages.
export { openBrowser, openBrowserForTests } from './open-browser.ts';
