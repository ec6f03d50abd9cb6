// The exit codes of prime, for scripts.

/** The command succeeded. */
export const DONE = 0;
/** The command failed: network, input or output, or the registry. */
export const FAILED = 1;
/** An argument or a file is invalid, or a check has found differences. */
export const INVALID = 2;
/** The command line is wrong. */
export const BAD_USAGE = 3;
/** `prime log watch` has met an entry that somebody else than expected has made. */
export const UNEXPECTED = 4;
/** Stopped by Ctrl-C: 128 plus the number of SIGINT, as in shells. */
export const INTERRUPTED = 130;
