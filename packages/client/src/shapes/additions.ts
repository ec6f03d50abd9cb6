// Fields that registries add to the answers of the contract. A foreign registry may send anything there: a
// malformed addition is left out, because the rest of the answer is good.
import type { WireObjectSchema, WireSchema, WireValue } from '@prime-registry/protocol';
import { readShape, ShapeError } from './read-shape.ts';

/** Reads something that may be malformed; undefined if it is. */
export function readOrDrop<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}

/** One addition of an answer; undefined if it is missing or malformed. */
export function findAddition<S extends WireSchema>(
  body: unknown,
  field: string,
  schema: S,
): WireValue<S> | undefined {
  const value = fieldOf(body, field);
  return value === undefined ? undefined : readOrDrop(() => readShape(schema, value));
}

/** A list that was added to an answer, without its malformed items; undefined if nothing is left. */
export function findAddedList<T>(
  body: unknown,
  field: string,
  readItem: (item: unknown) => T,
  maxItems: number,
): T[] | undefined {
  const value = fieldOf(body, field);
  if (!Array.isArray(value)) return undefined;
  const items = value.slice(0, maxItems).flatMap((item) => readOrDrop(() => [readItem(item)]) ?? []);
  return items.length === 0 ? undefined : items;
}

/** The schema of an answer without the fields that are read as additions. */
export function withoutAdditions<S extends WireObjectSchema, Name extends keyof S['properties'] & string>(
  schema: S,
  ...names: readonly Name[]
): Omit<S, 'properties'> & { readonly properties: Omit<S['properties'], Name> } {
  const dropped: ReadonlySet<string> = new Set(names);
  const kept = Object.entries(schema.properties).filter(([name]) => !dropped.has(name));
  return { ...schema, properties: Object.fromEntries(kept) as Omit<S['properties'], Name> };
}

/** A field of an answer that has not been read yet. */
export function fieldOf(body: unknown, field: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, field)) return undefined;
  return (body as Readonly<Record<string, unknown>>)[field] ?? undefined;
}
