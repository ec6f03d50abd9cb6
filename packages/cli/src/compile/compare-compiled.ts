// What differs between two compiled forms of a Prime.
import type { CompiledFiles } from './compiled-folder.ts';

/** Ids of atoms whose files are new, different, or gone. */
export interface CompiledChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Whether all files are the same. */
export function isSameText(before: CompiledFiles, after: CompiledFiles): boolean {
  return before.size === after.size && [...after].every(([path, text]) => before.get(path) === text);
}

/** The atoms that differ. */
export function compareFiles(before: CompiledFiles, after: CompiledFiles): CompiledChanges {
  const [old, fresh] = [groupByAtom(before), groupByAtom(after)];
  return {
    added: [...fresh.keys()].filter((id) => !old.has(id)),
    changed: [...fresh].filter(([id, text]) => old.has(id) && old.get(id) !== text).map(([id]) => id),
    removed: [...old.keys()].filter((id) => !fresh.has(id)),
  };
}

/** All texts of an atom as one, by its id. */
function groupByAtom(files: CompiledFiles): Map<string, string> {
  const groups = Map.groupBy(
    [...files].filter(([path]) => path.startsWith('@')),
    ([path]) => path.split('/', 2).join('/'),
  );
  return new Map(
    Array.from(groups, ([id, members]) => [
      id,
      JSON.stringify(members.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
}
