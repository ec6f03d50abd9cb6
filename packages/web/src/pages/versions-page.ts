// All versions of a Prime, with a form that compares any two.
import { createPause, mapWithPauses } from '@prime-registry/concurrency';
import { primePagePath } from '@prime-registry/protocol';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { feedsOf, renderCrumbs } from '../parts/prime-entries.ts';
import { renderPrimeTabs } from '../parts/prime-tabs.ts';
import { renderRows, renderTable, type VersionTable } from '../parts/version-table.ts';

/** The maximum number of versions on a page. */
export const MAX_LISTED = 2000;

/** Renders the page, with pauses: it may have thousands of rows. */
export async function renderVersionsPage(table: VersionTable): Promise<string> {
  const { name, versions, lifecycle } = table;
  const removed = lifecycle?.removed.length ?? 0;
  const compared = versions.slice(0, MAX_LISTED).filter(({ atoms }) => atoms !== undefined);
  const pause = createPause();
  const choices = await mapWithPauses(compared, pause, ({ version }) => html`<option>${version}</option>`);
  const [, second] = compared.filter(({ yanked }) => !yanked);
  const older = [...choices];
  if (second !== undefined)
    older[compared.indexOf(second)] = html`<option selected>${second.version}</option>`;
  const rows = await mapWithPauses(renderRows(table, MAX_LISTED), pause, (row) => row);
  const shown = versions.find(({ version }) => version === table.latest) ?? versions[0];
  const tabs =
    shown !== undefined &&
    renderPrimeTabs(
      {
        ...{ name, version: shown.version, isLatest: shown.version === table.latest },
        ...{ atoms: shown.atoms, versions: versions.length, isHere: shown.atoms !== undefined },
      },
      'versions',
    );
  const content = html`
${renderCrumbs(name)}
<div class="title"><h1>Versions</h1><span class="faint">${countOf(versions.length, 'version')}${removed > 0 && `, and ${formatNumber(removed)} removed`}</span></div>
${tabs}
${
  compared.length > 0 &&
  html`<form class="tools" action="${primePagePath(name)}/diff">
<label for="from">From</label><select id="from" name="from">${older}</select><label for="to">to</label><select id="to" name="to">${choices}</select>
<button class="plain">Compare</button></form>`
}
${renderTable(rows, table)}
${versions.length > MAX_LISTED && html`<p>The oldest versions are not shown.</p>`}`;
  return layout({ title: `Versions of ${name}`, content, searched: '', feeds: feedsOf(name) });
}
