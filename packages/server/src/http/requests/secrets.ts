// Hides tokens that clients send in the wrong place, such as a query, from the log and from answers.
import { hasToken, hideTokens } from '@prime-registry/protocol';
import { MIN_OPERATOR_TOKEN_LENGTH } from '../../tasks/publish/token-finder.ts';

/** Shorter texts occur everywhere; the start warns of such a token. */
const SHORTEST_HIDDEN = 16;
/** This many characters of a token are hidden even if its end was cut off. */
const SHORTEST_PART = 8;
const HIDDEN = '***';

/** Recognizes tokens in texts. */
export interface Secrets {
  /** The text with every token masked. */
  hide(text: string): string;
  /** Whether a text contains a whole token. A short one of the operator could be guessed so: it is ignored. */
  areIn(text: string): boolean;
}

/** Recognizes issued tokens by their form, and the operator's own by its text. */
export function createSecrets(adminToken: string | undefined): Secrets {
  const own = adminToken !== undefined && adminToken.length >= SHORTEST_HIDDEN ? adminToken : undefined;
  if (own === undefined) return { hide: hideTokens, areIn: hasToken };
  const begin = RegExp.escape(own.slice(0, SHORTEST_PART));
  // Long texts in messages are cut off with this character at the end.
  const pattern = new RegExp(`${RegExp.escape(own)}|${begin}[0-9A-Za-z._~+/=-]*(?=…)`, 'gi');
  return {
    hide: (text) => hideTokens(text.replaceAll(pattern, HIDDEN)),
    areIn: (text) => hasToken(text) || (own.length >= MIN_OPERATOR_TOKEN_LENGTH && text.includes(own)),
  };
}

const MAX_PATH_LENGTH = 500;

/** The path of a request for the log: the beginning of a long one, without any part of a token. */
export function toLoggedPath(url: string, { hide }: Secrets): string {
  return url.length <= MAX_PATH_LENGTH ? url : hide(url).slice(0, MAX_PATH_LENGTH);
}
