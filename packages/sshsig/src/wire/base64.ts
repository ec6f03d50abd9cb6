// Base 64 of RFC 4648, section 4, with padding. Only the one text that encodes some bytes is accepted for them.
const FORM = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Text as bytes; undefined if it is not Base 64, or not in the only form. */
export function decodeBase64(text: string): Buffer | undefined {
  if (!FORM.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  // The bits of the last character that no byte uses must be zero.
  return bytes.toString('base64') === text ? bytes : undefined;
}
