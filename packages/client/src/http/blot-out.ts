// Keeps the token out of what people read: a registry, or a proxy on the way to it, may repeat what it was sent.

/** Shorter tokens could be part of a name, of a version or of a digest. */
const MIN_LENGTH_IN_DATA = 16;

/** Text for errors and events, with `…` for the token wherever it is repeated. */
export function blotOut(text: string, token: string | undefined): string {
  return token === undefined ? text : text.replaceAll(token, '…');
}

/** The same for what is read as well as shown, such as the reason of a yank: tokens of at least 16 characters only. */
export function blotOutOfData(text: string, token: string | undefined): string {
  return token !== undefined && token.length >= MIN_LENGTH_IN_DATA ? blotOut(text, token) : text;
}
