// Values as tests write them: a text is a string, other scalars have a type, and an object is a plain one if
// its keys allow.
import type { SourceValue } from '../../src/language/source-value.ts';

export function toPlain(value: SourceValue): unknown {
  if (value.type === 'list') return value.items.map(toPlain);
  if (value.type === 'object') {
    const entries = value.fields.map((field) => [field.key, toPlain(field.value)] as const);
    return value.fields.some(({ key }) => key === '__proto__') ? entries : Object.fromEntries(entries);
  }
  return value.type === 'text' ? value.text : [value.type.slice(0, 1), value.text];
}
