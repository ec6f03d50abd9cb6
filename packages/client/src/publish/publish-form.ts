// The form of a publish, around a tarball that is streamed (RFC 7578; contract section 4.1).

/** The form without the bytes of the tarball, and the length of the whole form. */
export interface PublishForm {
  readonly contentType: string;
  /** The bytes before the tarball: the manifest. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** The bytes after it. */
  readonly tail: Uint8Array<ArrayBuffer>;
  readonly sizeBytes: number;
}

const BOUNDARY_BYTES = 16;

/**
 * Lays out a form; `fields` are further text parts, between the manifest and the tarball. Its boundary is random, so
 * it occurs in no manifest and no tarball.
 */
export function layOutForm(
  manifest: string | Uint8Array,
  tarballSizeBytes: number,
  fields: readonly (readonly [name: string, text: string])[] = [],
): PublishForm {
  const boundary = `prime-${randomHex(BOUNDARY_BYTES)}`;
  const encoder = new TextEncoder();
  const manifestBytes = typeof manifest === 'string' ? encoder.encode(manifest) : manifest;
  const opening = `--${boundary}\r\nContent-Disposition: form-data; name="manifest"\r\n\r\n`;
  const further = fields
    .map(
      ([name, text]) => `\r\n--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}`,
    )
    .join('');
  const middle = `${further}\r\n--${boundary}\r\nContent-Disposition: form-data; name="tarball"; filename="prime.tar.gz"\r\nContent-Type: application/gzip\r\n\r\n`;
  const head = concat([encoder.encode(opening), manifestBytes, encoder.encode(middle)]);
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head,
    tail,
    sizeBytes: head.length + tarballSizeBytes + tail.length,
  };
}

function randomHex(sizeBytes: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(sizeBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
