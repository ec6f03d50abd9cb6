// Keeps the token out of messages and events: a registry, or a proxy in front of it, may echo the request.

/** Shorter tokens could be part of a name, a version or a digest. */
const MIN_LENGTH_IN_DATA = 16;

/** Text for errors and events, with `…` in place of the token. */
export function blotOut(text: string, token: string | undefined): string {
  return token === undefined ? text : text.replaceAll(token, '…');
}

/**
 * The same for data that programs use, such as the reason of a yank: only for tokens of at least 16
 * characters.
 */
export function blotOutOfData(text: string, token: string | undefined): string {
  return token !== undefined && token.length >= MIN_LENGTH_IN_DATA ? blotOut(text, token) : text;
}
