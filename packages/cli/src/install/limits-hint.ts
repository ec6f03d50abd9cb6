// What to do about a Prime that is larger than prime takes. In a file of its own, because every command can report it.

/** Advice for the user. */
export const LIMITS_HINT =
  "if you trust its publisher, raise the limit in your own settings: 'prime config set max-tarball 2GiB', 'max-unpacked 8GiB' or 'max-entries 200000'";
