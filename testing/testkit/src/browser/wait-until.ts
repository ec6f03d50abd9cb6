// Waits for what a page does.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';

/**
 * Waits until an expression is true in the page. `page.waitForFunction` evaluates a text a second time by the script of the page,
 * which the policy of the registry's pages forbids.
 */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  await eventually(async () => assert.ok(await page.evaluate(expression), `never true: ${expression}`));
}
