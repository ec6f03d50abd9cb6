// Decodes the text of a file of a Prime.

/** Decodes UTF-8, drops a byte order mark, and normalises line ends to line feeds. */
export function decodeText(bytes: Uint8Array, maxBytes: number): { text: string } | { problem: string } {
  if (bytes.length > maxBytes) return { problem: describeTooLong(bytes.length, maxBytes) };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text: text.includes('\r') ? text.replaceAll('\r\n', '\n') : text };
  } catch {
    return { problem: 'this file is not valid UTF-8; save it as UTF-8' };
  }
}

export function describeTooLong(sizeBytes: number, maxBytes: number): string {
  return `this file has ${sizeBytes} bytes and was not read; the maximum is ${maxBytes}`;
}
