// Whose key it is, in the words of its scope.
import { MAX_PRINCIPAL_LENGTH, type Parsed } from '@prime-registry/protocol';

/** A principal as a list of allowed signers can have it: one word that is no pattern. */
export function parsePrincipal(text: string): Parsed<string> {
  if (text.length <= MAX_PRINCIPAL_LENGTH && /^[^\s"#!,*?\\\p{C}]+$/u.test(text))
    return { ok: true, value: text };
  const message = `should be one word of up to ${MAX_PRINCIPAL_LENGTH} characters, such as ada@example.com`;
  return { ok: false, message };
}
