// Prepares text from a registry for reports: without the token, without control characters, and cut to a
// length.

/** Maximum length of a quoted text, in characters. */
const MAX_LENGTH = 400;

/**
 * A function that prepares texts for reports. It removes the token before cutting, which could split the
 * token.
 */
export function reportedText(token: string | undefined): (text: string) => string {
  const secrets = token === undefined ? [] : secretForms(token);
  return (text) => {
    const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[token]'), text);
    const cut =
      clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}… (${clean.length} characters)` : clean;
    return visible(cut.toWellFormed());
  };
}

/** The token as it is, in JSON, in a URL, and in the Basic credentials of `auth.publish-basic`. */
function secretForms(token: string): readonly string[] {
  const basic = Buffer.from(`conformance:${token}`).toString('base64');
  return [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token), basic];
}

function visible(text: string): string {
  return Array.from(text, (character) => (isControl(character) ? escaped(character) : character)).join('');
}

function isControl(character: string): boolean {
  return /[\p{Cc}\u2028\u2029\ufffe\uffff]/u.test(character);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
