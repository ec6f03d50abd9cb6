// Decodes text in archives, which must be UTF-8 so that all programs read it in the same way.

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text, or undefined when the bytes are not valid UTF-8. */
export function findText(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}
