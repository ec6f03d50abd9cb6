// The list of versions (contract section 2).
import { isVersion, parseVersion, precedenceKey, type VersionList } from '@prime-registry/protocol';
import type { VersionEntry } from '../registry-reader.ts';
import { type Fields, findText, getFields, getFlag, getList, getText, type ShapeReader } from './fields.ts';
import { getSameName } from './identity.ts';

/**
 * Reads the list of versions of a Prime. Versions that are none are left out: the contract leaves their form open, and
 * nobody could choose them. The order is made here, ascending by precedence, and not taken on trust.
 */
export function versionListReader(name: string): ShapeReader<VersionList> {
  return (body) => {
    const fields = getFields(body);
    const latest = getText(fields, 'latest');
    const origin = findText(fields, 'origin');
    const entries = getList(fields, 'versions').map((entry) => readEntry(getFields(entry)));
    return {
      name: getSameName(fields, name),
      versions: sortByPrecedence(entries),
      latest: isVersion(latest) ? latest : '',
      ...(origin !== undefined && { origin }),
    };
  };
}

function readEntry(fields: Fields): VersionEntry {
  const version = getText(fields, 'version');
  const publishedAt = getText(fields, 'published_at');
  return { version, published_at: publishedAt, ...(getFlag(fields, 'yanked') && { yanked: true }) };
}

function sortByPrecedence(entries: readonly VersionEntry[]): VersionEntry[] {
  const keyed = entries.flatMap((entry) => {
    const version = parseVersion(entry.version);
    return version.ok ? { entry, key: precedenceKey(version.value) } : [];
  });
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ entry }) => entry);
}
