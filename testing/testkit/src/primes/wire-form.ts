// Multipart forms byte by byte, for tests of the parser. For an ordinary form use publishForm.

/** A part of a form. */
export interface WirePart {
  readonly name: string;
  readonly body: string | Uint8Array;
  /** Makes it a file part. Without it, the part is a field. */
  readonly fileName?: string;
  /** Further header lines, such as `Content-Type: text/plain`. */
  readonly headers?: readonly string[];
}

/** A body with its Content-Type. */
export interface WireForm {
  readonly contentType: string;
  readonly body: Buffer;
}

/** Encodes a form (RFC 7578). */
export function encodeForm(parts: readonly WirePart[], boundary = 'boundary-of-a-test'): WireForm {
  const chunks = parts.flatMap((part) => [`--${boundary}\r\n${headOf(part)}\r\n\r\n`, part.body, '\r\n']);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk))),
  };
}

function headOf({ name, fileName, headers = [] }: WirePart): string {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  return [`Content-Disposition: form-data; name="${name}"${file}`, ...headers].join('\r\n');
}
