// The claims of a token, as rules read them.

/** The claims of a token, as it has them. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The text of a claim: of a text, an integer, true or false. Undefined if it is missing or anything else, such as a list,
 * an object, or a number that a program could not tell from its neighbour. An empty text is not missing.
 */
export function textOfClaim(claims: Claims, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (typeof value === 'string') return value.isWellFormed() ? value : undefined;
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined;
}
