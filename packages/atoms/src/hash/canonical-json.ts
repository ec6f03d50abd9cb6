// One spelling for what may be written in many: the form that hashes and fingerprints are made of.
import type { SourceField, SourceValue } from '../language/source-value.ts';

/**
 * The value as JSON without spaces. Every scalar is a string, in quotes or not; keys are sorted by their UTF-16 units.
 * Lists keep their order.
 */
export function canonicalJson(value: SourceValue): string {
  if (value.type === 'list') return `[${value.items.map(canonicalJson).join(',')}]`;
  if (value.type === 'object') return canonicalObject(toEntries(value.fields));
  return JSON.stringify(value.text);
}

/** The keys of fields, each with the canonical form of its value. */
export function toEntries(fields: readonly SourceField[]): [key: string, json: string][] {
  return fields.map(({ key, value }) => [key, canonicalJson(value)]);
}

/** A JSON object of members whose values are JSON already. No object is made, so `__proto__` is a key like any other. */
export function canonicalObject(entries: readonly (readonly [key: string, json: string])[]): string {
  const members = entries
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([key, json]) => `${JSON.stringify(key)}:${json}`);
  return `{${members.join(',')}}`;
}

/** Orders by UTF-16 units, the same in every language. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
