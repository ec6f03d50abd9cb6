// The versions of a Prime in a table, newest first.
import { atomsPagePath, diffPagePath, primePagePath } from '@prime-registry/protocol';
import type { LifecycleRecord, VersionSummary } from '@prime-registry/store';
import type { ComparedRange } from '../../diff/diff-contents.ts';
import { dateOf, formatBytes, formatNumber } from '../amounts.ts';
import { type Html, html } from '../html.ts';
import { createChannelFinder, renderChannelTags } from './channels.ts';
import { DEPRECATED } from './prime-entries.ts';
import { placeRemovedRows } from './removed-rows.ts';
import { describeStep, renderStep, type VersionStep } from './step.ts';

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
  /** With what they are compared, if the versions are some of all. */
  readonly ranges?: readonly ComparedRange[];
  /** How much changed since the version before, by version; some may be missing. */
  readonly steps?: ReadonlyMap<string, VersionStep>;
  /** Who published each version; absent if that is not shown. */
  readonly publishers?: ReadonlyMap<string, string> | undefined;
}

/**
 * With which version each of the first ones is compared: the next older one that is not yanked, because nobody wants a
 * comparison with a yanked one.
 * @param versions - descending
 */
export function listRanges(versions: readonly ShownVersion[], most: number): ComparedRange[] {
  let before = versions.slice(most).find(isCompared)?.version;
  const ranges: ComparedRange[] = [];
  for (const shown of versions.slice(0, most).reverse()) {
    if (shown.atoms !== undefined && before !== undefined) ranges.push([before, shown.version]);
    if (isCompared(shown)) before = shown.version;
  }
  return ranges;
}

/** Renders the first versions. */
export function renderVersions(table: VersionTable, most: number): Html {
  return renderTable([...renderRows(table, most)], table);
}

/** The rows of the first versions, oldest first. */
export function* renderRows(table: VersionTable, most: number): Generator<Html> {
  const { name, versions, latest, current, isDeprecated } = table;
  const findChannels = createChannelFinder(table.lifecycle?.channels);
  const ranges = table.ranges ?? listRanges(versions, most);
  const befores = new Map(ranges.map(([before, after]) => [after, before]));
  for (const shown of versions.slice(0, most).reverse()) {
    const { version, publishedAtMs, sizeBytes, atoms, yanked } = shown;
    const isHere = atoms !== undefined;
    const before = befores.get(version);
    const step = table.steps?.get(version);
    yield html`<tr${yanked && html` class="gone"`}><td><a href="${primePagePath(name, version)}"${version === current && html` aria-current="page"`}${!isHere && html` rel="nofollow"`}>${version}</a>
${version === latest && html`<span class="tag latest">latest</span>`}${yanked && html`<span class="tag yanked">yanked</span>`}${isDeprecated?.(version) && html` ${DEPRECATED}`}${renderChannelTags(findChannels(version))}${!isHere && html`<span class="tag">not pulled yet</span>`}</td>
<td class="nowrap">${publishedAtMs > 0 && dateOf(publishedAtMs)}</td><td class="nowrap spare">${sizeBytes !== undefined && formatBytes(sizeBytes)}</td>
<td class="nowrap">${isHere && (atoms === 0 ? '0' : html`<a href="${atomsPagePath(name, version)}">${formatNumber(atoms)}<span class="unseen"> ${atoms === 1 ? 'atom' : 'atoms'}</span></a>`)}</td>
${table.publishers !== undefined && html`<td class="spare" dir="auto">${table.publishers.get(version)}</td>`}<td class="nowrap">${before !== undefined && html`<a href="${diffPagePath(name, before, version)}">${step === undefined ? 'changes' : renderStep(step)}<span class="unseen"> changes from ${before} to ${version}${step !== undefined && `: ${describeStep(step)}`}</span></a>`}</td></tr>`;
  }
}

/** @param rows - of {@link renderRows} */
export function renderTable(rows: readonly Html[], table: VersionTable): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Versions"><table class="versions"><thead><tr><th>Version</th><th>Published</th><th class="spare">Size</th><th>Atoms</th>${table.publishers !== undefined && html`<th class="spare">Published by</th>`}<th>Changes</th></tr></thead>
<tbody>${addRemoved(rows.toReversed(), table)}</tbody></table></div>`;
}

/** Adds the rows of removed versions; below the last row shown only if that is the last of all. */
function addRemoved(
  rows: readonly Html[],
  { versions, lifecycle, publishers }: VersionTable,
): readonly Html[] {
  if (lifecycle === undefined || lifecycle.removed.length === 0) return rows;
  const removed = placeRemovedRows(
    versions.map(({ version }) => version),
    lifecycle.removed,
    publishers === undefined ? 5 : 6,
  );
  const last = rows.length === versions.length ? removed.get(rows.length) : undefined;
  return [...rows.flatMap((row, index) => [...(removed.get(index) ?? []), row]), ...(last ?? [])];
}

/** Whether other versions are compared with it. */
function isCompared({ atoms, yanked }: ShownVersion): boolean {
  return atoms !== undefined && !yanked;
}
