// The types of JSON fields, from the tables of contract section 2. Additional fields are allowed.
import { type Exchange, isJsonObject } from '../http/exchange.ts';
import { fail } from './expect.ts';

type FieldType = 'string' | 'number' | 'integer' | 'array' | 'array of namespaces';

export type Shape = Readonly<Record<string, FieldType>>;

/** Contract section 2, "Publish receipt". */
export const RECEIPT: Shape = { name: 'string', version: 'string', sha256: 'string', url: 'string' };

/** Contract section 2, "Version list". */
export const VERSION_LIST: Shape = { name: 'string', versions: 'array', latest: 'string' };

/** Contract section 2, "Version list", one entry of `versions`. */
export const VERSION_ENTRY: Shape = { version: 'string', published_at: 'string' };

/** Contract section 2, "Version manifest". */
export const VERSION_MANIFEST: Shape = {
  name: 'string',
  version: 'string',
  description: 'string',
  license: 'string',
  atoms: 'integer',
  namespaces: 'array of namespaces',
  'prime-version': 'string',
  sha256: 'string',
  tarball_url: 'string',
};

/** Contract section 2, "Search result entry". */
export const SEARCH_ENTRY: Shape = {
  name: 'string',
  version: 'string',
  description: 'string',
  score: 'number',
};

/** A JSON value is an object with all fields of the shape, in their types. */
export function expectShape(exchange: Exchange, what: string, value: unknown, shape: Shape): void {
  const problems = shapeProblems(value, shape);
  if (problems.length === 0) return;
  const fields = Object.entries(shape).map(([field, type]) => `${field} (${type})`);
  fail(exchange, `${what} with ${fields.join(', ')}`, problems.join('; '));
}

/** The problems of a value, one sentence per field; empty if there are none. */
export function shapeProblems(value: unknown, shape: Shape): readonly string[] {
  if (!isJsonObject(value)) return [`${JSON.stringify(value)}, which is not an object`];
  return Object.entries(shape)
    .filter(([field, type]) => !isOfType(value[field], type))
    .map(([field, type]) =>
      field in value ? `${field} is ${JSON.stringify(value[field])}, not ${type}` : `${field} is missing`,
    );
}

function isOfType(value: unknown, type: FieldType): boolean {
  switch (type) {
    case 'string':
    case 'number':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'array of namespaces':
      return (
        Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry.startsWith('@'))
      );
  }
}
