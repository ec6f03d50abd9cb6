// Invisible characters in names: two names could look the same, or one like another.

/**
 * The character class for a regular expression: control characters; bidirectional controls (Trojan Source,
 * CVE-2021-42574); zero-width spaces and operators; tags. Not the joiners, which many scripts and emoji need.
 */
export const HIDDEN_CHARACTERS =
  '[\\p{Cc}\\p{Bidi_Control}\\u00ad\\u180e\\u200b\\u2028\\u2029\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]';
