// The versions of a Prime in a table, the newest first.
import { diffPagePath, graphPagePath, primePagePath } from '@prime-registry/protocol';
import type { VersionSummary } from '../store/catalogue-store.ts';
import { countOf, dateOf, formatBytes } from './amounts.ts';
import { type Html, html } from './html.ts';

/** The versions of a Prime, of which some are shown. */
export interface VersionTable {
  readonly name: string;
  /** Descending. */
  readonly versions: readonly VersionSummary[];
  readonly latest: string | undefined;
  /** The one that the page is about. */
  readonly current?: string;
}

/** Renders the first so many versions. */
export function renderVersions({ name, versions, latest, current }: VersionTable, most: number): Html {
  // The next older version that is not yanked: nobody wants to know what changed from one that is.
  let before = versions.slice(most).find(({ yanked }) => !yanked)?.version;
  const rows: Html[] = [];
  for (const { version, publishedAtMs, sizeBytes, atoms, yanked } of versions.slice(0, most).reverse()) {
    rows.push(html`<tr${yanked && html` class="gone"`}><td><a href="${primePagePath(name, version)}"${version === current && html` aria-current="page"`}>${version}</a>
${version === latest && html`<span class="tag latest">latest</span>`}${yanked && html`<span class="tag yanked">yanked</span>`}</td>
<td class="nowrap">${dateOf(publishedAtMs)}</td><td class="nowrap spare">${formatBytes(sizeBytes)}</td>
<td class="nowrap"><a href="${graphPagePath(name, version)}">${countOf(atoms, 'atom')}</a></td>
<td>${before !== undefined && html`<a href="${diffPagePath(name, before, version)}">changes<span class="unseen"> from ${before} to ${version}</span></a>`}</td></tr>`);
    if (!yanked) before = version;
  }
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Versions"><table class="versions"><thead><tr><th>Version</th><th>Published</th><th class="spare">Size</th><th>Atoms</th><th>Changes</th></tr></thead>
<tbody>${rows.reverse()}</tbody></table></div>`;
}
