// Limits for reading a Prime from any author: far above what people write, and low enough to be cheap.

/** Maximum size of a `.prime` file, in bytes. */
export const MAX_SOURCE_BYTES = 256 * 1024;
/** Maximum size of `_index.xml`, in bytes. */
export const MAX_INDEX_BYTES = 8 * 1024 * 1024;
/** Maximum size of `atom.yaml` and `graph.yaml`, in bytes. */
export const MAX_YAML_BYTES = 32 * 1024;
/**
 * Maximum size of YAML for the fast parser, in bytes: so short a file cannot exceed half the token limit of
 * the full one.
 */
export const MAX_PLAIN_YAML_LENGTH = 16 * 1024;
/** Maximum size of a chunk, in bytes, and of a text of an atom, in characters. */
export const MAX_CHUNK_BYTES = 64 * 1024;

/** Maximum size of all files that are read of a Prime, in bytes. */
export const MAX_READ_BYTES = 64 * 1024 * 1024;
/**
 * Maximum size of all YAML among them, in bytes: about 2,000 atoms. Hostile YAML takes 100 times as long as
 * other text.
 */
export const MAX_ALL_YAML_BYTES = 2 * 1024 * 1024;

/** Maximum number of atoms in a file, readable or not. */
export const MAX_ATOMS_PER_FILE = 256;
/** Maximum number of times that a file is read again after unreadable atoms. */
export const MAX_REREADS = 4;
/** Maximum number of atoms in a Prime. */
export const MAX_ATOMS = 10_000;
/** Maximum number of characters in all atoms of a Prime; the same again for compiled chunks. */
export const MAX_KEPT_CHARACTERS = 16 * 1024 * 1024;
/** Maximum number of characters of the sources that are kept as written, of all atoms of a Prime. */
export const MAX_KEPT_SOURCE = 8 * 1024 * 1024;
/** Maximum nesting of lists and objects. */
export const MAX_NESTING = 16;
/** Maximum number of edges of an atom. */
export const MAX_EDGES = 256;
/** Maximum number of tags of an atom. */
export const MAX_TAGS = 64;
/** Maximum length of a tag, domain, name, kind or key, in characters. */
export const MAX_WORD_LENGTH = 128;
/** Maximum length of a description or label, in characters. */
export const MAX_DESCRIPTION_LENGTH = 8192;
/** Maximum number of problems that an inventory lists; it counts all of them. */
export const MAX_PROBLEMS = 200;
/** Maximum length of a path, in characters. */
export const MAX_PATH_LENGTH = 1024;
