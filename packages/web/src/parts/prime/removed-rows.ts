// Removed versions in the table of versions: their number, and why. They have no content to link to.
import { compareVersions, getValue, parseVersion } from '@prime-registry/protocol';
import type { LifecycleRecord } from '@prime-registry/store';
import { dateOf } from '../amounts.ts';
import { type Html, html } from '../html.ts';

type RemovedVersion = LifecycleRecord['removed'][number];

const CATEGORIES: Readonly<Record<RemovedVersion['category'], string>> = {
  secret: 'a secret',
  'personal-data': 'personal data',
  malware: 'malware',
  law: 'legal reasons',
  other: 'another reason',
};

/**
 * The rows of removed versions, each at the index of the version before which it stands.
 * @param versions - descending
 * @param removed - ascending
 * @param columns - of the table
 */
export function placeRemovedRows(
  versions: readonly string[],
  removed: readonly RemovedVersion[],
  columns: number,
): ReadonlyMap<number, readonly Html[]> {
  const placed = Map.groupBy(removed.toReversed(), ({ version }) => findPlace(versions, version));
  return new Map([...placed].map(([index, some]) => [index, some.map((each) => renderRow(each, columns))]));
}

/** The index of the first version below this one. There are thousands of versions, and few are removed. */
function findPlace(versions: readonly string[], version: string): number {
  const sought = getValue(parseVersion(version));
  let [low, high] = [0, versions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareVersions(getValue(parseVersion(versions[middle] ?? '')), sought) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function renderRow({ version, category, reason, removedAtMs }: RemovedVersion, columns: number): Html {
  return html`<tr class="gone"><td><span class="number">${version}</span> <span class="tag yanked">removed</span></td>
<td colspan="${columns - 1}">Removed${removedAtMs > 0 && html` on ${dateOf(removedAtMs)}`} because of ${CATEGORIES[category]}.${reason !== undefined && html` Reason: ${reason}`}</td></tr>`;
}
