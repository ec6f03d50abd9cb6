// How the files of a program are found: in a clone, Node.js does it. A build uses `installed/own-files.mjs` instead.

/** Does nothing. */
export function resolveOwnFiles() {}
