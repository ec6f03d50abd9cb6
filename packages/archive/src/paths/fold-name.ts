// Names that look different to us may be one name to a file system.

/** Joiners, which HFS+ does not look at when it compares names; what else it overlooks may not be in a path at all. */
const OVERLOOKED = /[\u200c\u200d]/g;

/**
 * Equal for names that a case-insensitive or normalising file system may take for one: NFC, in lower case, without joiners.
 * The way over upper case also joins what only case folding joins, such as `ß` and `ss`.
 */
export function foldName(name: string): string {
  return name.replaceAll(OVERLOOKED, '').normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
