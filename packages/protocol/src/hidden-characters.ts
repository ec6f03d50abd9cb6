// Characters that nobody sees and that change what people, or machines, read. Texts of a Prime end up in terminals, on pages
// and in front of models, so they are refused where they come in.

/**
 * In running text: controls, halves of characters, what turns the direction of the text around it (Trojan Source,
 * CVE-2021-42574), and tags, which spell whole sentences that only machines read. The marks of Arabic and Hebrew text and
 * the joiners of many scripts and of emoji do nothing of that, and are left alone.
 */
const IN_TEXT = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** In a word or a line that stands for something, where two that look the same must be the same. */
const IN_LINE = /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The first character of a running text that may not be in it; line breaks and tabs may. */
export function findHiddenInText(text: string): string | undefined {
  for (const [character] of text.matchAll(IN_TEXT)) {
    if (character !== '\n' && character !== '\t') return character;
  }
  return undefined;
}

/** The first character that may not be in a line. */
export function findHiddenInLine(line: string): string | undefined {
  return IN_LINE.exec(line)?.[0];
}
