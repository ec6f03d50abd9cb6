// Checks texts that everybody can read, such as the reason of a removal.
import { describeCharacter, findHiddenInText } from '@prime-registry/protocol';

/**
 * What is wrong with a text, in words that follow its name; undefined if nothing is.
 * @param maxLength - in characters
 * @param holdsToken - whether a text contains an access token
 */
export function findTextProblem(
  text: string,
  maxLength: number,
  holdsToken: (text: string) => boolean,
): string | undefined {
  if ([...text].length > maxLength) return `has more than ${maxLength} characters`;
  if (holdsToken(text)) return 'contains an access token, which everybody could read';
  const hidden = findHiddenInText(text);
  return hidden && `has the unprintable character ${describeCharacter(hidden)}; remove it`;
}
