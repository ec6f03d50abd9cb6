// Rows by the hundred: a round trip for each of 900 atoms would take longer than all the rest of a publish. The sizes are few,
// so that each query is prepared once for each.
import { setImmediate } from 'node:timers/promises';
import type { Compilable, Kysely } from 'kysely';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';

const SIZES = [100, 10, 1] as const;

/**
 * Makes a function that runs a query for any number of items, of which no answer depends on the others. Between the pieces
 * everybody else gets a turn, as an engine may run them on this thread.
 * @param build - the query for some items; how many there are is all it may depend on
 */
export function prepareForMany<Item extends object | string | number, Row>(
  build: (db: Kysely<Schema>, items: readonly Item[]) => Compilable<Row>,
): (db: Kysely<Schema>, items: readonly Item[]) => Promise<Row[]> {
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

/** The values of items under names: the place of each, and the field if it has any. */
function toValues(items: readonly (object | string | number)[]): Record<string, unknown> {
  return Object.fromEntries(
    items.flatMap((item, index) =>
      typeof item === 'object'
        ? Object.entries(item).map(([field, value]) => [`${index} ${field}`, value])
        : [[`${index}`, item]],
    ),
  );
}
