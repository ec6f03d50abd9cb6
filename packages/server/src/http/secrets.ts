// Tokens that a client puts where they do not belong, such as a query, are not repeated: neither in the log nor in answers.
import { hasToken, hideTokens } from '@prime-registry/protocol';

/** Texts shorter than this are in everything; the start warns of a token that is. */
const SHORTEST_HIDDEN = 16;
/** So much of a token is hidden even where its end was cut off. */
const SHORTEST_PART = 8;
const HIDDEN = '***';

/** What knows tokens when it sees them. */
export interface Secrets {
  /** The text with every token made unreadable. */
  hide(text: string): string;
  /** Whether there is a whole token in it. */
  areIn(text: string): boolean;
}

/** Knows the tokens of registries by their form, and the operator's own by its text. */
export function createSecrets(adminToken: string | undefined): Secrets {
  const own = adminToken !== undefined && adminToken.length >= SHORTEST_HIDDEN ? adminToken : undefined;
  if (own === undefined) return { hide: hideTokens, areIn: hasToken };
  const begin = RegExp.escape(own.slice(0, SHORTEST_PART));
  // Long texts in messages are cut off and end in this mark.
  const pattern = new RegExp(`${RegExp.escape(own)}|${begin}[0-9A-Za-z._~+/=-]*(?=…)`, 'gi');
  return {
    hide: (text) => hideTokens(text.replaceAll(pattern, HIDDEN)),
    areIn: (text) => hasToken(text) || text.includes(own),
  };
}

const MAX_PATH_LENGTH = 500;

/** The path of a request for the log: the beginning of a long one, and nothing of a token where it is cut off. */
export function toLoggedPath(url: string, { hide }: Secrets): string {
  return url.length <= MAX_PATH_LENGTH ? url : hide(url).slice(0, MAX_PATH_LENGTH);
}
