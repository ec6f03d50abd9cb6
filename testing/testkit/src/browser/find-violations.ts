// Accessibility violations of a page, as far as axe-core can find them.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** Rules for WCAG 2.2 AA that axe-core does not run by default. */
const FURTHER = [
  'target-size',
  'td-has-header',
  'p-as-heading',
  'table-fake-caption',
  'css-orientation-lock',
];

/**
 * Runs the rules of axe-core on the page.
 * @param rules - their names, such as `color-contrast`; default: all that axe-core runs by default, and all others for
 *   WCAG 2.2 AA
 * @returns a line for each violation
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Not as a script element: the policy of the page allows only its own files.
  if (!(await page.evaluate<boolean>("'axe' in globalThis")))
    await page.evaluate(await readFile(AXE, 'utf8'));
  const options = {
    resultTypes: ['violations'],
    ...(rules === undefined
      ? { rules: Object.fromEntries(FURTHER.map((rule) => [rule, { enabled: true }])) }
      : { runOnly: { type: 'rule', values: rules } }),
  };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
