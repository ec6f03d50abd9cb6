// Parses the spec of a Prime: `@scope/name` or `@scope/name@<range>`.
import { type Parsed, type PrimeName, parsePrimeName, parseRange, quote } from '@prime-registry/protocol';

/** A Prime and a range of its versions. */
export interface PrimeSpec {
  readonly name: PrimeName;
  /** A well-formed range (see `parseRange`); `latest` by default. */
  readonly range: string;
}

/** Parses `@scope/name` or `@scope/name@<range>`; a rejection says what would be correct. */
export function parsePrimeSpec(text: string): Parsed<PrimeSpec> {
  // The first '@' belongs to the scope; the second one starts the range.
  const at = text.indexOf('@', 1);
  const name = parsePrimeName(at === -1 ? text : text.slice(0, at));
  if (!name.ok) return name;
  if (at === -1) return { ok: true, value: { name: name.value, range: 'latest' } };

  const example = `${name.value.full}@^1.2`;
  const rangeText = text.slice(at + 1);
  if (rangeText.trim() === '') {
    const message = `${quote(text)} has no range after the '@'; use '${example}', or '${name.value.full}' for the latest version`;
    return { ok: false, message };
  }
  const range = parseRange(rangeText);
  if (!range.ok) return { ok: false, message: `${range.message} (as in '${example}')` };
  return { ok: true, value: { name: name.value, range: range.value.text } };
}
