// Accessibility violations of a page, as far as axe-core can find them.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** Runs all rules of axe-core on the page. @returns a line for each violation */
export async function findViolations(page: Page): Promise<string[]> {
  // Not as a script element: the policy of the page allows only its own files.
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
