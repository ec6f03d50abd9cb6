// Renders the values of fields for generated texts, as Markdown.
import type { SourceValue } from '../language/source-value.ts';

/** The name of a field for people: `why-bad` becomes `Why bad`. */
export function titleOf(key: string): string {
  const words = key.replaceAll(/[-_]+/g, ' ').trim();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Whether the value contains only edges. */
export function isReferences(value: SourceValue): boolean {
  if (value.type === 'list') return value.items.length > 0 && value.items.every(isReferences);
  if (value.type === 'object') {
    return value.fields.length > 0 && value.fields.every((field) => isReferences(field.value));
  }
  return value.type === 'reference';
}

/** The value; lists and objects as lists. */
// Values nest at most 16 deep, which bounds this recursion.
export function renderValue(value: SourceValue, indent = ''): string {
  if (value.type === 'list') {
    return value.items.map((item) => `${indent}- ${renderItem(item, indent)}`).join('\n');
  }
  if (value.type === 'object') {
    return value.fields
      .map(({ key, value: inner }) => `${indent}- ${key}: ${renderItem(inner, indent)}`)
      .join('\n');
  }
  return indentLines(value.text, indent);
}

/** A value after a bullet; its further lines are indented below it. */
function renderItem(value: SourceValue, indent: string): string {
  const isScalar = value.type !== 'list' && value.type !== 'object';
  const inner = renderValue(value, `${indent}  `);
  return isScalar ? inner.trimStart() : `\n${inner}`;
}

/** The text with its lines indented, except for blank ones. */
export function indentLines(text: string, indent: string): string {
  if (indent === '') return text;
  const lines = text.split('\n');
  return lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join('\n');
}
