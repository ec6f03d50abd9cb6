// Finds access tokens in a text.
import { FoundTokens, type TokenDigest } from './found-tokens.ts';
import { TokenFinder } from './token-finder.ts';
import { PREFIX_START } from './token-places.ts';

/** More than a manifest or a README can hold. */
const MAX_TOKENS_IN_TEXT = 10_000;

/** All tokens in a text of at most 256 KiB. */
export function findTokens(text: Uint8Array | string, operatorToken: string | undefined): TokenDigest[] {
  if (typeof text === 'string' && !mayContainTokens(text, operatorToken)) return [];
  const found = new FoundTokens(MAX_TOKENS_IN_TEXT);
  new TokenFinder(found, operatorToken).write(typeof text === 'string' ? Buffer.from(text) : text);
  return found.list();
}

/** Whether a text may contain tokens: decides most texts without a copy of them. */
export function mayContainTokens(text: string, operatorToken: string | undefined): boolean {
  return text.includes(PREFIX_START) || (operatorToken !== undefined && text.includes(operatorToken));
}
