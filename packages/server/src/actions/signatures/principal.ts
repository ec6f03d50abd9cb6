// The principal of a key: its owner, as the scope describes it.
import { findHiddenInLine, hasToken, MAX_PRINCIPAL_LENGTH, type Parsed } from '@prime-registry/protocol';

/** A principal as a list of allowed signers can have it: one word that is no pattern. Everybody can read it. */
export function parsePrincipal(text: string): Parsed<string> {
  if (hasToken(text)) return { ok: false, message: 'contains an access token, which everybody could read' };
  const isWord = text.length <= MAX_PRINCIPAL_LENGTH && /^[^\s"#!,*?\\]+$/u.test(text);
  if (isWord && findHiddenInLine(text) === undefined) return { ok: true, value: text };
  const message = `should be one word of up to ${MAX_PRINCIPAL_LENGTH} characters, such as ada@example.com`;
  return { ok: false, message };
}
