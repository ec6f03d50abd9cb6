// Bounds on what is read of a Prime, whoever made it: each far above what people write, and low enough to be cheap.

/** Longest `.prime` file, in bytes. */
export const MAX_SOURCE_BYTES = 256 * 1024;
/** Longest `_index.xml`, in bytes. */
export const MAX_INDEX_BYTES = 8 * 1024 * 1024;
/** Longest `atom.yaml` or `graph.yaml`, in bytes. */
export const MAX_YAML_BYTES = 32 * 1024;
/** Longest YAML, in bytes, that is not given to a reader of all YAML: it has less than half as many tokens as that one would take. */
export const MAX_PLAIN_YAML_LENGTH = 16 * 1024;
/** Longest chunk, in bytes: also the longest text of an atom at one length, in characters. */
export const MAX_CHUNK_BYTES = 64 * 1024;

/** Most bytes that are read of a Prime, all its files together. */
export const MAX_READ_BYTES = 64 * 1024 * 1024;
/** Most bytes of YAML among them: some 2,000 atoms. Hostile YAML takes a hundred times as long as anything else. */
export const MAX_ALL_YAML_BYTES = 2 * 1024 * 1024;

/** Most atoms of one file, read or not. */
export const MAX_ATOMS_PER_FILE = 256;
/** How many times over a file is read, at most, for atoms that turn out to be unreadable. */
export const MAX_REREADS = 4;
/** Most atoms of a Prime. */
export const MAX_ATOMS = 10_000;
/** Most characters that all atoms of a Prime may hold together; compiled chunks have as much again. */
export const MAX_KEPT_CHARACTERS = 16 * 1024 * 1024;
/** Most lists and objects within each other. */
export const MAX_NESTING = 16;
/** Most edges of an atom. */
export const MAX_EDGES = 256;
/** Most tags of an atom. */
export const MAX_TAGS = 64;
/** Longest tag, domain, name, kind or key, in characters. */
export const MAX_WORD_LENGTH = 128;
/** Longest description or label, in characters. */
export const MAX_DESCRIPTION_LENGTH = 8192;
/** Most problems that an inventory lists; it counts them all. */
export const MAX_PROBLEMS = 200;
/** Longest path of a file, in characters. */
export const MAX_PATH_LENGTH = 1024;
