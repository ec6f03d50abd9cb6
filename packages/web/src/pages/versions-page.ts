// All versions of a Prime, with a form that compares any two.
import { createPause, mapWithPauses } from '@prime-registry/concurrency';
import { primePagePath } from '@prime-registry/protocol';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { feedsOf, renderCrumbs } from '../parts/prime/prime-entries.ts';

import { renderPrimeTabs } from '../parts/prime/prime-tabs.ts';
import { isChosen, renderChoices, type VersionChoice } from '../parts/prime/version-filter.ts';
import {
  listRanges,
  renderRows,
  renderTable,
  type ShownVersion,
  type VersionTable,
} from '../parts/prime/version-table.ts';

/** The maximum number of versions on a page. */
export const MAX_LISTED = 2000;

/** Renders the page, with pauses: it may have thousands of rows. */
export async function renderVersionsPage(table: VersionTable, choice?: VersionChoice): Promise<string> {
  const { name, versions, lifecycle } = table;
  const removed = lifecycle?.removed.length ?? 0;
  const compared = versions.slice(0, MAX_LISTED).filter(({ atoms }) => atoms !== undefined);
  const pause = createPause();
  const kept = compared.filter(({ yanked }) => !yanked);
  // Nobody wants to compare a version with itself.
  const [first, second] = kept.length > 1 ? kept : compared;
  const option =
    (selected: ShownVersion | undefined) =>
    (shown: ShownVersion): Html =>
      html`<option value="${shown.version}"${shown === selected && html` selected`}>${shown.version}${shown.yanked && ' (yanked)'}</option>`;
  const newer = await mapWithPauses(compared, pause, option(first));
  const older = await mapWithPauses(compared, pause, option(second));
  const chosen = choose(table, choice);
  const rows = await mapWithPauses(renderRows(chosen, MAX_LISTED), pause, (row) => row);
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
  compared.length > 1 &&
  html`<form class="tools" action="${primePagePath(name)}/diff">
<label for="from">From</label><select id="from" name="from">${older}</select><label for="to">to</label><select id="to" name="to">${newer}</select>
<button type="submit" class="plain">Compare</button></form>`
}
${renderChoices(name, versions, choice)}
${renderTable(rows, chosen)}
${versions.length > MAX_LISTED && html`<p>The oldest versions are not shown.</p>`}`;
  return layout({
    title: `Versions of ${name}`,
    description: `All versions of ${name}, when they were published and what each of them changed.`,
    content,
    feeds: feedsOf(name),
  });
}

/** The chosen rows. Each is compared with the same version as among all. */
function choose(table: VersionTable, choice: VersionChoice): VersionTable {
  if (choice === undefined) return table;
  const isShown = ({ version }: { readonly version: string }) => isChosen(version, choice);
  const { versions, lifecycle } = table;
  return {
    ...table,
    versions: versions.filter(isShown),
    lifecycle: lifecycle && { ...lifecycle, removed: lifecycle.removed.filter(isShown) },
    ranges: listRanges(versions, MAX_LISTED),
  };
}
