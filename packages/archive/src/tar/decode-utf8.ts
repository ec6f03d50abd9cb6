// Text in archives must be UTF-8, or programs would disagree on what it says.

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text, or undefined when the bytes are not valid UTF-8. */
export function findText(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}
