// The range of a deprecation: a set of versions that does not depend on a list, and is cheap to compare with.
import { accept, type Parsed, reject } from '../parsed.ts';
import { quote } from '../text/quote.ts';
import { parseRange } from './version-range.ts';

/** Each costs time whenever the range is parsed: with the publishes of the Prime, and with its manifests. */
const MAX_ALTERNATIVES = 16;

/** Parses the range of a deprecation. @returns its text, with single spaces */
export function parseDeprecatedRange(text: string): Parsed<string> {
  if (text.split('||').length > MAX_ALTERNATIVES)
    return reject(`has more than ${MAX_ALTERNATIVES} alternatives; use a wider range`);
  const range = parseRange(text);
  if (!range.ok) return range;
  const { kind, text: normalized } = range.value;
  if (kind === 'exact' || kind === 'range') return accept(normalized);
  return reject(
    `${quote(normalized)} is no range of versions; use one such as '<2.0.0', or leave it out for all`,
  );
}
