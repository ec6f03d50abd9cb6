// The reasons for the version step that a diff requires.
import type { InventoryDiff } from './inventory-diff.ts';

/** The changes that require the bump of a diff, without those that require less. */
export function listReasons({ bump, added, removed, changed, edges, removedVerbs }: InventoryDiff): string[] {
  if (bump === 'major') {
    return [
      ...removed.map((id) => `the atom ${id} was removed`),
      ...removedVerbs.map((verb) => `no edge has the verb '${verb}' any more`),
    ];
  }
  if (bump === 'minor') {
    return [
      ...added.map((id) => `the atom ${id} is new`),
      ...edges.flatMap(({ verb, gained }) =>
        gained.map(({ from, target }) => `the edge from ${from} ${verb} ${target} is new`),
      ),
    ];
  }
  return [
    ...changed.map(({ id }) => `the atom ${id} was changed`),
    ...edges.flatMap(({ verb, lost }) =>
      lost.map(({ from, target }) => `the edge from ${from} ${verb} ${target} was removed`),
    ),
  ];
}
