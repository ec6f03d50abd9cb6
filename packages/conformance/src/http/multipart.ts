// Encodes multipart/form-data bodies (RFC 7578) by hand, so that a check controls the order and kind of the
// parts.
import { randomBytes } from 'node:crypto';

/** One part of a form: a file part if it has a file name, otherwise a field. */
export interface FormPart {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly body: string | Buffer;
}

/**
 * The prefix of every boundary. Fixtures have it in their tarballs, to catch parsers that stop at half a
 * boundary.
 */
export const BOUNDARY_PREFIX = 'prime-conformance-';

/** Encodes a form: the Content-Type header, with the boundary, and the body. */
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
