// The type of a value in words.
import type { ApiSchema } from '../api-document.ts';

/** Values of an enumeration that are listed. */
const MAX_VALUES = 6;

/** As in `string`, `array of Problem`, `"major" or "minor"`. */
export function describeType(schema: ApiSchema): string {
  const { $ref, type, enum: values, items, format } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (values !== undefined && values.length <= MAX_VALUES)
    return values.map((value) => JSON.stringify(value)).join(' or ');
  if (items !== undefined) return `array of ${describeType(items)}`;
  const name = typeof type === 'string' ? type : (type?.join(' or ') ?? 'any');
  return format === undefined ? name : `${name} (${format})`;
}
