// Reads an answer by its wire schema. The result is a new object with the fields of the schema and no others.
import {
  isJsonObject,
  type WireObjectSchema,
  type WireSchema,
  type WireValue,
} from '@prime-registry/protocol';

/** A problem of an answer, in words that follow `sent an invalid …:`. It never leaves the package. */
export class ShapeError extends Error {}

/** Reads an answer. @throws ShapeError when it does not have the shape. */
export type ShapeReader<T> = (body: unknown) => T;

/**
 * Reads a value by its schema: types, required fields and the words of an enum. Patterns, lengths and ranges
 * are not checked: they describe what this registry sends, and the contract leaves other registries free
 * there. An optional field that is null counts as left out.
 * @throws ShapeError with the path of the first value that is wrong.
 */
export function readShape<S extends WireSchema>(schema: S, body: unknown): WireValue<S> {
  return readValue(schema, body, '') as WireValue<S>;
}

/** Reads answers by their schema, and checks what no schema can say. */
export function readerOf<S extends WireSchema>(
  schema: S,
  check: (answer: WireValue<S>) => void,
): ShapeReader<WireValue<S>> {
  return (body) => {
    const answer = readShape(schema, body);
    check(answer);
    return answer;
  };
}

/** The same schema with some of its required fields made optional. */
export function relax<S extends WireObjectSchema, Name extends S['required'][number]>(
  schema: S,
  ...names: readonly Name[]
): Relaxed<S, Name> {
  const optional: ReadonlySet<string> = new Set(names);
  const required = schema.required.filter((name) => !optional.has(name));
  return { ...schema, required: required as readonly string[] as Without<S['required'], Name> };
}

type Relaxed<S extends WireObjectSchema, Name> = Omit<S, 'required'> & {
  readonly required: Without<S['required'], Name>;
};

type Without<Names extends readonly string[], Name> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? First extends Name
    ? Without<Rest, Name>
    : readonly [First, ...Without<Rest, Name>]
  : readonly [];

function readValue(schema: WireSchema, value: unknown, path: string): unknown {
  if ('enum' in schema) {
    if (schema.enum.some((word) => word === value)) return value;
    throw wrong(path, value, `one of the words ${schema.enum.join(', ')}`);
  }
  switch (schema.type) {
    case 'object':
      return readObject(schema, value, path);
    case 'array':
      if (!Array.isArray(value)) throw wrong(path, value, 'a list');
      return value.map((item, index) => readValue(schema.items, item, `${path}[${index}]`));
    case 'string':
      if (typeof value === 'string') return value;
      throw wrong(path, value, 'text');
    case 'boolean':
      if (typeof value === 'boolean') return value;
      throw wrong(path, value, 'true or false');
    case 'integer':
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
      throw wrong(path, value, 'a whole number from 0');
    case 'number':
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      throw wrong(path, value, 'a number');
  }
}

function readObject(
  { properties, required, additionalProperties: others }: WireObjectSchema,
  value: unknown,
  path: string,
): object {
  if (!isJsonObject(value)) throw wrong(path, value, 'an object');
  if (others !== undefined) return readMap(others, value, path);
  const fields: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const field = value[name] ?? undefined;
    if (field === undefined && !required.includes(name)) continue;
    fields[name] = readValue(schema, field, path === '' ? name : `${path}.${name}`);
  }
  return fields;
}

/** The keys are untrusted: the object is made without assignments, which `__proto__` would misuse. */
function readMap(schema: WireSchema, value: Readonly<Record<string, unknown>>, path: string): object {
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, readValue(schema, field, `${path}.*`)]),
  );
}

function wrong(path: string, value: unknown, wanted: string): ShapeError {
  const subject = path === '' ? 'it' : `'${path}'`;
  return new ShapeError(`${subject} must be ${wanted}, but is ${describe(value)}`);
}

/** Never repeats text, which may be long, or secret. */
function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? 'text' : String(value);
}
