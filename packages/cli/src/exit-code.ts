// How a command ended, for scripts.

/** Done. */
export const DONE = 0;
/** It failed: network, input or output, the registry. */
export const FAILED = 1;
/** Something that was given, or that is there, is not valid. */
export const INVALID = 2;
/** The command line cannot be carried out. */
export const BAD_USAGE = 3;
/** Ended by Ctrl-C, as shells count it: 128 and the number of SIGINT. */
export const INTERRUPTED = 130;
