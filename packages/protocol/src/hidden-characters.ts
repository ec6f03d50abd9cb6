// Invisible characters that change what people or machines read. The texts of a Prime are shown in terminals
// and on pages and are read by models, so these characters are refused on input.

/**
 * In running text: control characters, unpaired surrogates, bidirectional overrides and isolates (Trojan
 * Source, CVE-2021-42574), and tag characters, which can spell sentences that only machines read. The marks
 * of Arabic and Hebrew text and the joiners of many scripts and of emoji are harmless and allowed.
 */
const IN_TEXT = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/**
 * In identifiers and single lines, where two texts that look the same must be the same. The variation
 * selectors of emoji are allowed.
 */
const IN_LINE = /(?!\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The first forbidden character of a running text; line breaks and tabs are allowed. */
export function findHiddenInText(text: string): string | undefined {
  for (const [character] of text.matchAll(IN_TEXT)) {
    if (character !== '\n' && character !== '\t') return character;
  }
  return undefined;
}

/** The first forbidden character of a single line. */
export function findHiddenInLine(line: string): string | undefined {
  return IN_LINE.exec(line)?.[0];
}
