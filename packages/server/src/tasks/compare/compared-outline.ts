// The outline of a comparison: named atoms, and renames.

import type { StepReport, UnplacedChanges } from '@prime-registry/atoms';
import { contentKeyOf, type InventoryDiff } from '@prime-registry/atoms';
import { type ComparedRow, decodeComparedAtom, decodeComparedFacts } from '@prime-registry/store';
import { cutText, type DiffOutline, type NamedAtom } from '@prime-registry/web';

/** The rows of a version by atom. */
type RowsById = ReadonlyMap<string, ComparedRow>;

/** Changed atoms that are compared field by field: reading the texts of more would take too long. */
const MAX_COMPARED = 60;
/** In characters, of a description in a list. */
const MAX_ABOUT = 280;

/** What is known about a comparison. */
export interface Compared {
  readonly versions: Pick<DiffOutline, 'name' | 'before' | 'after'>;
  readonly diff: InventoryDiff;
  readonly report: StepReport;
  readonly changes: UnplacedChanges;
  readonly before: RowsById;
  readonly after: RowsById;
}

/** Makes the outline of a page. */
export function outlineDiff({ versions, diff, report, changes, before, after }: Compared): DiffOutline {
  const lone = (rows: RowsById) => (atom: { readonly id: string }) => ({
    ...nameAtom(rows, atom.id),
    about: cutText(rows.get(atom.id)?.description ?? '', MAX_ABOUT),
  });
  const edge =
    (rows: RowsById) =>
    (each: { readonly verb: string; readonly from: string; readonly target: string }) => ({
      ...{ verb: each.verb, from: each.from, target: each.target },
      to: rows.has(each.target) ? withoutId(nameAtom(rows, each.target)) : undefined,
    });
  return {
    ...versions,
    rule: report.rule,
    counts: report.counts,
    added: changes.added.map(lone(after)),
    removed: changes.removed.map(lone(before)),
    renamed: findRenamed(diff, before, after).map(([from, to]) => [
      nameAtom(before, from),
      nameAtom(after, to),
    ]),
    changed: changes.changed.map(({ id, fields }, index) => ({
      atom: nameAtom(after, id),
      fields,
      sides: index < MAX_COMPARED ? sidesOf(before.get(id), after.get(id)) : undefined,
    })),
    gained: changes.edges_gained.map(edge(after)),
    lost: changes.edges_lost.map(edge(before)),
    removedVerbs: changes.removed_verbs,
  };
}

function nameAtom(rows: RowsById, id: string): NamedAtom {
  const row = rows.get(id);
  if (row === undefined) return { id, kind: '', title: id };
  const { label = id.slice(id.indexOf('/') + 1) } = decodeComparedFacts(row);
  return { id, kind: row.kind, title: cutText(label, MAX_ABOUT) };
}

function withoutId({ kind, title }: NamedAtom): Pick<NamedAtom, 'kind' | 'title'> {
  return { kind, title };
}

function sidesOf(before: ComparedRow | undefined, after: ComparedRow | undefined) {
  if (before === undefined || after === undefined) return undefined;
  return [decodeComparedFacts(before), decodeComparedFacts(after)] as const;
}

/** Removed and new atoms that say the same, if no other removed or new atom says that too. */
function findRenamed(
  { removed, added }: InventoryDiff,
  before: RowsById,
  after: RowsById,
): [string, string][] {
  if (removed.length === 0 || added.length === 0) return [];
  const [old, young] = [groupByContent(removed, before), groupByContent(added, after)];
  return [...old].flatMap(([key, [from, ...others]]): [string, string][] => {
    const [to, ...more] = young.get(key) ?? [];
    return from !== undefined && to !== undefined && others.length + more.length === 0 ? [[from, to]] : [];
  });
}

function groupByContent(ids: readonly string[], rows: RowsById): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const row = rows.get(id);
    const key = row && contentKeyOf({ ...decodeComparedAtom(row), description: row.description });
    if (key === undefined) continue;
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return groups;
}
