// The list of versions (contract section 2).
import {
  isVersion,
  parseVersion,
  precedenceKey,
  type VersionList,
  VersionListSchema,
} from '@prime-registry/protocol';
import { parseJson } from '../http/json.ts';
import type { VersionEntry } from '../registry-reader.ts';
import { requireSameName } from './identity.ts';
import { readShape, ShapeError, type ShapeReader } from './read-shape.ts';

/**
 * Reads the list of versions of a Prime. Malformed versions are left out: the contract leaves their form
 * open, and nobody can choose them. The list is sorted here, ascending by precedence; the order of the
 * registry is not trusted.
 */
export function versionListReader(name: string): ShapeReader<VersionList> {
  return (body) => {
    const list = readShape(VersionListSchema, body);
    requireSameName(list.name, name);
    return {
      ...list,
      versions: sortByPrecedence(list.versions.map(dropFalseYanked)),
      latest: isVersion(list.latest) ? list.latest : '',
    };
  };
}

/** A list of versions, or what is wrong with it, in words that follow `sent an invalid list of versions:`. */
export type ReadVersionList = { readonly list: VersionList } | { readonly problem: string };

/** Reads the text of a list of versions, of `versionsText`, as `versions` would. */
export function readVersionList(name: string, text: string): ReadVersionList {
  try {
    return { list: parseJson(text, { read: versionListReader(name) }) };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    return { problem: error.message };
  }
}

/** `yanked` is only there when it is true. */
function dropFalseYanked({ yanked, ...entry }: VersionEntry): VersionEntry {
  return yanked === true ? { ...entry, yanked } : entry;
}

function sortByPrecedence(entries: readonly VersionEntry[]): VersionEntry[] {
  const keyed = entries.flatMap((entry) => {
    const version = parseVersion(entry.version);
    return version.ok ? { entry, key: precedenceKey(version.value) } : [];
  });
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ entry }) => entry);
}
