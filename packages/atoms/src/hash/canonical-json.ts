// Canonical JSON: the input of hashes and fingerprints, independent of spelling.
import type { SourceField, SourceValue } from '../language/source-value.ts';

/**
 * The value as JSON without spaces. Every scalar becomes a string, whether the author quoted it or not; keys
 * are sorted by UTF-16 units; lists keep their order.
 */
function canonicalJson(value: SourceValue): string {
  if (value.type === 'list') return `[${value.items.map(canonicalJson).join(',')}]`;
  if (value.type === 'object') return canonicalObject(toEntries(value.fields));
  return JSON.stringify(value.text);
}

/** The keys of fields with the canonical form of their values. */
export function toEntries(fields: readonly SourceField[]): [key: string, json: string][] {
  return fields.map(({ key, value }) => [key, canonicalJson(value)]);
}

/**
 * A JSON object from members whose values are JSON already. Built as text, so `__proto__` is an ordinary key.
 */
export function canonicalObject(entries: readonly (readonly [key: string, json: string])[]): string {
  const members = entries
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([key, json]) => `${JSON.stringify(key)}:${json}`);
  return `{${members.join(',')}}`;
}

/** Compares by UTF-16 units, independent of the locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
