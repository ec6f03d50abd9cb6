// Accessibility violations of a page, as far as axe-core can find them.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/**
 * Runs the rules of axe-core on the page.
 * @param rules - their names, such as `color-contrast`; default: all that axe-core runs by default
 * @returns a line for each violation
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Not as a script element: the policy of the page allows only its own files.
  await page.evaluate(await readFile(AXE, 'utf8'));
  const options = {
    resultTypes: ['violations'],
    ...(rules !== undefined && { runOnly: { type: 'rule', values: rules } }),
  };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
