// Queries in batches: a round trip for each of 900 atoms would take longer than the rest of a publish. There
// are few batch sizes, so that each query is prepared once for each size.
import { setImmediate } from 'node:timers/promises';
import type { Compilable } from 'kysely';
import { prepareQuery } from './prepared-query.ts';
import type { Database } from './schema.ts';

const SIZES = [100, 10, 1] as const;

/**
 * Creates a function that runs a query for any number of independent items. It yields to the event loop
 * between batches, because an engine may run them on this thread.
 * @param build - builds the query for a batch; may depend only on the number of items
 */
export function prepareForMany<Item extends object | string | number, Row>(
  build: (db: Database, items: readonly Item[]) => Compilable<Row>,
): (db: Database, items: readonly Item[]) => Promise<Row[]> {
  const queries = SIZES.map(
    (size) =>
      [size, prepareQuery((db, slots: Record<string, unknown>) => build(db, toItems(slots)))] as const,
  );

  return async (db, items) => {
    const found: Row[] = [];
    for (let at = 0; at < items.length; ) {
      if (at > 0) await setImmediate();
      const left = items.length - at;
      const [size, run] = queries.find(([fits]) => fits <= left) ?? ([left, undefined] as const);
      const rows = (await run?.(db, toValues(items.slice(at, at + size)))) ?? [];
      for (const row of rows) found.push(row);
      at += size;
    }
    return found;
  };

  function toItems(slots: Record<string, unknown>): Item[] {
    const items: unknown[] = [];
    for (const [name, slot] of Object.entries(slots)) {
      const [index, field] = name.split(' ');
      const place = Number(index);
      if (field === undefined) items[place] = slot;
      else items[place] = { ...(items[place] as object | undefined), [field]: slot };
    }
    return items as Item[];
  }
}

/** The values of the items by name: the index of the item, and the field if it has one. */
function toValues(items: readonly (object | string | number)[]): Record<string, unknown> {
  return Object.fromEntries(
    items.flatMap((item, index) =>
      typeof item === 'object'
        ? Object.entries(item).map(([field, value]) => [`${index} ${field}`, value])
        : [[`${index}`, item]],
    ),
  );
}
