// multipart/form-data bodies (RFC 7578), written by hand so that a check controls the order and kind of the parts.
import { randomBytes } from 'node:crypto';

/** One part of a form; with a file name it is a file part, without one a field. */
export interface FormPart {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly body: string | Buffer;
}

/** How every boundary begins. Fixtures hide it in their tarballs, to catch parsers that stop at half a boundary. */
export const BOUNDARY_PREFIX = 'prime-conformance-';

/** A form on the wire: the Content-Type header, with the boundary, and the body. */
export function encodeForm(parts: readonly FormPart[]): {
  readonly contentType: string;
  readonly body: Buffer;
} {
  const boundary = `${BOUNDARY_PREFIX}${randomBytes(16).toString('hex')}`;
  const chunks = parts.flatMap((part) => [`--${boundary}\r\n${partHead(part)}\r\n\r\n`, part.body, '\r\n']);
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

function partHead(part: FormPart): string {
  const fileName = part.fileName === undefined ? '' : `; filename="${part.fileName}"`;
  const disposition = `Content-Disposition: form-data; name="${part.name}"${fileName}`;
  return part.contentType === undefined ? disposition : `${disposition}\r\nContent-Type: ${part.contentType}`;
}
