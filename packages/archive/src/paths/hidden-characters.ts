// Invisible characters in names: two names could look the same, or one like another.

/**
 * The character class for a regular expression: control characters; line separators; what Unicode calls
 * ignorable, such as bidirectional controls (Trojan Source, CVE-2021-42574), zero-width spaces, fillers and
 * tags; blank Braille. Not the joiners and variation selectors, which many scripts and emoji need: names that
 * differ only in those collide ({@link foldName}).
 */
export const HIDDEN_CHARACTERS =
  '(?!\\u200c|\\u200d|\\ufe0e|\\ufe0f)[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800\\ufff9-\\ufffb]';
