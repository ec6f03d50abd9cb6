// What frames a request (RFC 9112, sections 3.2 and 6), from the raw headers: Node.js takes longer to build the object
// of all headers than a hot read takes.

/** Whether and how a request has a body, and how many hosts it names. */
export interface Framing {
  readonly hosts: number;
  readonly hasBody: boolean;
  readonly isChunked: boolean;
}

const HOST = 'host';
const LENGTH = 'content-length';
const ENCODING = 'transfer-encoding';

/** Reads the framing. @param rawHeaders - names and values in turn */
export function readFraming(rawHeaders: readonly string[]): Framing {
  let hosts = 0;
  let hasLength = false;
  let isChunked = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === HOST.length) hosts += name.toLowerCase() === HOST ? 1 : 0;
    else if (name.length === LENGTH.length) hasLength ||= name.toLowerCase() === LENGTH;
    else if (name.length === ENCODING.length) isChunked ||= name.toLowerCase() === ENCODING;
  }
  return { hosts, hasBody: hasLength || isChunked, isChunked };
}
