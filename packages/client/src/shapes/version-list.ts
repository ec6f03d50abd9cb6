// The list of versions (contract section 2).
import {
  isVersion,
  parseVersion,
  precedenceKey,
  REQUIRES_LIMITS,
  type VersionList,
  VersionListSchema,
} from '@prime-registry/protocol';
import { parseJson } from '../http/json.ts';
import type { VersionEntry } from '../registry-reader.ts';
import { fieldOf, withoutAdditions } from './additions.ts';
import { requireSameName } from './identity.ts';
import { readListLifecycle } from './lifecycle.ts';
import { readShape, ShapeError, type ShapeReader } from './read-shape.ts';
import { type ListedRequires, readListedRequires } from './requires.ts';

/**
 * Reads the list of versions of a Prime. Malformed versions are left out: the contract leaves their form
 * open, and nobody can choose them. The list is sorted here, ascending by precedence; the order of the
 * registry is not trusted.
 */
export function versionListReader(name: string): ShapeReader<VersionList> {
  return (body) => {
    const list = readShape(ContractList, body);
    requireSameName(list.name, name);
    const entries = (body as { readonly versions: readonly unknown[] }).versions;
    // Registries list the highest version last.
    const newestFirst = readListedRequires(entries.toReversed(), REQUIRES_LIMITS.maxListCharacters);
    const requires = newestFirst.reverse();
    return {
      ...list,
      versions: sortByPrecedence(
        list.versions.map((entry, index) => toEntry(entry, entries[index], requires[index])),
      ),
      latest: isVersion(list.latest) ? list.latest : '',
      ...readListLifecycle(body),
    };
  };
}

const { versions, ...properties } = withoutAdditions(
  VersionListSchema,
  'channels',
  'deprecations',
  'moved_to',
  'removed',
).properties;
const ContractList = {
  ...VersionListSchema,
  properties: {
    ...properties,
    versions: {
      ...versions,
      items: withoutAdditions(versions.items, 'deprecated', 'yank_reason', 'requires', 'requires_omitted'),
    },
  },
} as const;

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

/** `yanked` and `deprecated` are only there when they are true, and the reason of a yank with it. */
function toEntry({ yanked, ...entry }: VersionEntry, sent: unknown, requires: ListedRequires): VersionEntry {
  const reason = fieldOf(sent, 'yank_reason');
  return {
    ...entry,
    ...(yanked === true && { yanked, ...(typeof reason === 'string' && { yank_reason: reason }) }),
    ...(fieldOf(sent, 'deprecated') === true && { deprecated: true }),
    ...requires,
  };
}

function sortByPrecedence(entries: readonly VersionEntry[]): VersionEntry[] {
  const keyed = entries.flatMap((entry) => {
    const version = parseVersion(entry.version);
    return version.ok ? { entry, key: precedenceKey(version.value) } : [];
  });
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ entry }) => entry);
}
