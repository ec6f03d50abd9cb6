// Presses a button of a page that copies a text.
import type { Locator } from 'playwright-core';

/**
 * Presses the button, and waits until it says that it has copied. It says so for two seconds: the wait begins before.
 * The page needs the permissions `clipboard-read` and `clipboard-write`.
 * @returns what was copied
 */
export async function pressToCopy(button: Locator): Promise<string> {
  const page = button.page();
  await Promise.all([page.getByRole('button', { name: 'Copied' }).waitFor(), button.click()]);
  return page.evaluate<string>('navigator.clipboard.readText()');
}
