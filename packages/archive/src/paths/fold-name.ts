// Folds names that a file system may treat as the same name.

/**
 * Joiners, which HFS+ ignores when it compares names. Other characters that it ignores are not allowed in
 * paths.
 */
const OVERLOOKED = /[\u200c\u200d]/g;

/**
 * Equal for names that are the same to a case-insensitive or normalising file system: NFC, in lower case,
 * without joiners. Upper case first, because that also unites `ß` and `ss`, as case folding does.
 */
export function foldName(name: string): string {
  return name.replaceAll(OVERLOOKED, '').normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
