// Why a diff asks for the step that it asks for, in words.
import type { InventoryDiff } from './inventory-diff.ts';

/** What asks for the bump of a diff, and nothing that would be content with less. */
export function listReasons({ bump, added, removed, changed, edges, removedVerbs }: InventoryDiff): string[] {
  if (bump === 'major') {
    return [
      ...removed.map((id) => `the atom ${id} is gone`),
      ...removedVerbs.map((verb) => `no edge is called '${verb}' any more`),
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
    ...changed.map(({ id }) => `the atom ${id} is changed`),
    ...edges.flatMap(({ verb, lost }) =>
      lost.map(({ from, target }) => `the edge from ${from} ${verb} ${target} is gone`),
    ),
  ];
}
