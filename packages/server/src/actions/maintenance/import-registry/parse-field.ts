// Fields of an export that have a form of their own.
import type { Parsed } from '@prime-registry/protocol';
import type { JsonFields } from '../export-format/read-json-file.ts';

/** A field in a form of its own. @throws ExportError */
export function parse<T>(fields: JsonFields, field: string, parser: (text: string) => Parsed<T>): T {
  const parsed = parser(fields.text(field));
  if (!parsed.ok) throw fields.wrong(field, `well-formed: ${parsed.message}`);
  return parsed.value;
}
