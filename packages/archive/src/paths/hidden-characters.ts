// Characters that nobody sees in a name: two names that look the same would be two files, or one would pass for another.

/**
 * As a class of a regular expression: controls; what turns the direction of the text around it (Trojan Source,
 * CVE-2021-42574); spaces and operators without width; tags. Not the joiners, which many scripts and emoji need.
 */
export const HIDDEN_CHARACTERS =
  '[\\p{Cc}\\p{Bidi_Control}\\u00ad\\u180e\\u200b\\u2028\\u2029\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]';
