// Invisible characters that change what people or machines read. The texts of a Prime are shown in terminals
// and on pages and are read by models, so these characters are refused on input.
import { findHiddenRun } from './hidden-text.ts';
import { isPlainText } from './quote.ts';

/**
 * In running text, where hidden: control characters, unpaired surrogates, bidirectional overrides and isolates,
 * tag characters and variation selectors. They reverse lines, or spell sentences that only machines read.
 */
const REFUSED =
  /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|[\ufe00-\ufe0d]|[\u{e0100}-\u{e01ef}]/u;

/** A text without a match has nothing forbidden; with one, it depends on the neighbours. */
const SUSPICIOUS = new RegExp(
  `(?![\\t\\n])(?:${REFUSED.source}|[\\p{Zl}\\p{Zp}\\p{DI}\\p{Bidi_C}\\p{Noncharacter_Code_Point}\\ufff9-\\ufffb]{2})`,
  'u',
);

/**
 * In identifiers and single lines, where two texts that look the same must be the same. The variation
 * selectors of emoji are allowed.
 */
const IN_LINE = /(?!\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * The first forbidden character of a running text; line feeds and tabs are allowed. A single other hidden
 * character, such as a soft hyphen, is allowed: it is shown where the text is shown. Several in a row are not.
 */
export function findHiddenInText(text: string): string | undefined {
  if (isPlainText(text) || !SUSPICIOUS.test(text)) return undefined;
  const run = findHiddenRun(text, (hidden) => REFUSED.test(hidden) || [...hidden].length > 1);
  const [first] = run ?? [];
  return first ?? (text.includes('\r') ? '\r' : undefined);
}

/** The first forbidden character of a single line. */
export function findHiddenInLine(line: string): string | undefined {
  return IN_LINE.exec(line)?.[0];
}
