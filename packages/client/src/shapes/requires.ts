// The required Primes of a version (not part of the contract).
import { lengthOfRequires, parseRequires, REQUIRES_LIMITS, type Requires } from '@prime-registry/protocol';
import { fieldOf } from './additions.ts';

/** Reads the field `requires`. Malformed requirements are left out as a whole. */
export function readRequires(body: unknown): { readonly requires?: Requires } {
  const value = fieldOf(body, 'requires');
  if (value === undefined) return {};
  const parsed = parseRequires(value);
  return parsed.ok ? { requires: parsed.value } : {};
}

/** What several versions require: in their order, undefined for those that require nothing. */
export type ListedRequires =
  | { readonly requires: Requires }
  | { readonly requires_omitted: true }
  | undefined;

/**
 * Reads the fields `requires` and `requires_omitted` of a list.
 * @param entries - those that matter most come first
 * @param maxCharacters - the requirements of entries from the first that exceeds it count as omitted
 */
export function readListedRequires(entries: readonly unknown[], maxCharacters: number): ListedRequires[] {
  let left = maxCharacters;
  return entries.map((entry) => {
    if (fieldOf(entry, 'requires') === undefined)
      return fieldOf(entry, 'requires_omitted') === true ? { requires_omitted: true } : undefined;
    if (left < 0) return { requires_omitted: true };
    const { requires } = readRequires(entry);
    // Malformed ones took time, too.
    left -= requires === undefined ? REQUIRES_LIMITS.maxCharacters : lengthOfRequires(requires);
    if (requires === undefined) return undefined;
    return left < 0 ? { requires_omitted: true } : { requires };
  });
}
