// Folds names that a file system may treat as the same name, or that look the same to people.
import { foldLookAlikes } from '@prime-registry/protocol';

/** Characters without a form of their own. HFS+ ignores joiners when it compares names. */
const OVERLOOKED = /\u200c|\u200d|\ufe0e|\ufe0f/g;
const ASCII = /^[\0-\x7f]*$/;

/**
 * Equal for names that are the same to a case-insensitive or normalising file system, or to people: NFC, in
 * lower case, without joiners, with Latin letters for those that look like them.
 */
export function foldName(name: string): string {
  return ASCII.test(name) ? name.toLowerCase() : foldLookAlikes(name.replaceAll(OVERLOOKED, ''));
}
