// Names that look different to us may be one name to a file system.

/**
 * Equal for names that a case-insensitive or normalising file system may take for one: NFC, in lower case.
 * The way over upper case also joins what only case folding joins, such as `ß` and `ss`.
 */
export function foldName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
