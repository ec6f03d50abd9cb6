// The versions of a Prime in a table, newest first.
import { diffPagePath, graphPagePath, primePagePath } from '@prime-registry/protocol';
import type { LifecycleRecord, VersionSummary } from '@prime-registry/store';
import { countOf, dateOf, formatBytes } from './amounts.ts';
import { createChannelFinder, renderChannelTags } from './channels.ts';
import { type Html, html } from './html.ts';
import { DEPRECATED } from './prime-entries.ts';
import { placeRemovedRows } from './removed-rows.ts';

/** A version in the table. Of a version that only an upstream has, only the data of its list is known. */
export interface ShownVersion extends Omit<VersionSummary, 'sizeBytes' | 'atoms'> {
  readonly sizeBytes?: number;
  readonly atoms?: number;
}

/** The versions of a Prime, some of which are shown. */
export interface VersionTable {
  readonly name: string;
  /** Descending. */
  readonly versions: readonly ShownVersion[];
  readonly latest: string | undefined;
  /** The version that the page is about. */
  readonly current?: string;
  /** The channels and the removed versions; usually undefined. */
  readonly lifecycle?: Pick<LifecycleRecord, 'channels' | 'removed'> | undefined;
  /** Whether a version is deprecated. */
  readonly isDeprecated?: ((version: string) => boolean) | undefined;
}

/** Renders the first versions. */
export function renderVersions(table: VersionTable, most: number): Html {
  return renderTable([...renderRows(table, most)], table);
}

/** The rows of the first versions, oldest first. */
export function* renderRows(table: VersionTable, most: number): Generator<Html> {
  const { name, versions, latest, current, isDeprecated } = table;
  const findChannels = createChannelFinder(table.lifecycle?.channels);
  // The next older version that is not yanked, because nobody wants a comparison with a yanked one.
  let before = versions.slice(most).find(isCompared)?.version;
  for (const shown of versions.slice(0, most).reverse()) {
    const { version, publishedAtMs, sizeBytes, atoms, yanked } = shown;
    const isHere = atoms !== undefined;
    yield html`<tr${yanked && html` class="gone"`}><td><a href="${primePagePath(name, version)}"${version === current && html` aria-current="page"`}${!isHere && html` rel="nofollow"`}>${version}</a>
${version === latest && html`<span class="tag latest">latest</span>`}${yanked && html`<span class="tag yanked">yanked</span>`}${isDeprecated?.(version) && html` ${DEPRECATED}`}${renderChannelTags(findChannels(version))}${!isHere && html`<span class="tag">not pulled yet</span>`}</td>
<td class="nowrap">${publishedAtMs > 0 && dateOf(publishedAtMs)}</td><td class="nowrap spare">${sizeBytes !== undefined && formatBytes(sizeBytes)}</td>
<td class="nowrap">${isHere && html`<a href="${graphPagePath(name, version)}">${countOf(atoms, 'atom')}</a>`}</td>
<td>${isHere && before !== undefined && html`<a href="${diffPagePath(name, before, version)}">changes<span class="unseen"> from ${before} to ${version}</span></a>`}</td></tr>`;
    if (isCompared(shown)) before = version;
  }
}

/** @param rows - of {@link renderRows} */
export function renderTable(rows: readonly Html[], table: VersionTable): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Versions"><table class="versions"><thead><tr><th>Version</th><th>Published</th><th class="spare">Size</th><th>Atoms</th><th>Changes</th></tr></thead>
<tbody>${addRemoved(rows.toReversed(), table)}</tbody></table></div>`;
}

/** Adds the rows of removed versions; below the last row shown only if that is the last of all. */
function addRemoved(rows: readonly Html[], { versions, lifecycle }: VersionTable): readonly Html[] {
  if (lifecycle === undefined || lifecycle.removed.length === 0) return rows;
  const removed = placeRemovedRows(
    versions.map(({ version }) => version),
    lifecycle.removed,
  );
  const last = rows.length === versions.length ? removed.get(rows.length) : undefined;
  return [...rows.flatMap((row, index) => [...(removed.get(index) ?? []), row]), ...(last ?? [])];
}

/** Whether other versions are compared with it. */
function isCompared({ atoms, yanked }: ShownVersion): boolean {
  return atoms !== undefined && !yanked;
}
