// Pages of the change feed (not part of the contract).
import { type Change, ChangePageSchema, type Changes, parseChangeCursor } from '@prime-registry/protocol';
import { readShape, ShapeError, type ShapeReader } from './read-shape.ts';

/** Reads a page behind a cursor. Indexes must ascend and the next cursor must not lead back, so that reading ends. */
export function changesReader(after?: string): ShapeReader<Changes> {
  return (body) => {
    const page = readShape(ChangePageSchema, body);
    const from = indexOf(after);
    let last = from - 1;
    for (const { index } of page.changes) {
      if (index <= last) throw new ShapeError(`the change ${index} does not come after ${last}`);
      last = index;
    }
    const next = indexOf(page.next);
    if (!parseChangeCursor(page.next).ok) throw new ShapeError("'next' is not a cursor");
    if (next <= last) throw new ShapeError("'next' leads back");
    // At the end of a log it stays where it is.
    if (next === from && next < page.size) throw new ShapeError("'next' leads nowhere");
    // The fields that only some types have follow the others unchecked.
    const sent = (body as { readonly changes: readonly object[] }).changes;
    return { ...page, changes: page.changes.map((change, place): Change => ({ ...sent[place], ...change })) };
  };
}

/** 0 for the beginning, and for a cursor that says no index. */
function indexOf(cursor = ''): number {
  const parsed = parseChangeCursor(cursor);
  return parsed.ok ? parsed.value.index : 0;
}
