// Parses multipart/form-data (RFC 7578, RFC 2046 section 5.1) into parts with streaming bodies. The caller
// pulls: memory stays flat, and backpressure slows the client. It is our own because integrity begins with
// the framing: a part that was cut off must never look complete.
import { quote, RegistryError } from '@prime-registry/protocol';
import { ChunkReader, type PieceListener } from './chunk-reader.ts';
import { parseParameterized } from './parameterized-value.ts';

/** One part of a form. Its body must be read to the end or not at all; an unread body is skipped. */
export interface FormPart {
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array>;
}

const MAX_PART_HEADER_BYTES = 16 * 1024;
const MAX_PADDING_BYTES = 256;
const MAX_PARTS = 100;
const CRLF = Buffer.from('\r\n');
const END_OF_HEADERS = Buffer.from('\r\n\r\n');

/** The boundary in a Content-Type. @throws RegistryError `invalid_form` if there is none */
export function readBoundary(contentType: string | undefined): string {
  const parsed = parseParameterized(contentType ?? '');
  if (parsed?.value !== 'multipart/form-data') {
    throw malformed(
      `send multipart/form-data with the parts manifest and tarball, not ${contentType === undefined ? 'an untyped body' : quote(contentType)}`,
    );
  }
  const boundary = parsed.parameters.get('boundary') ?? '';
  // RFC 2046, section 5.1.1: 1 to 70 characters. Clients are lax about which ones; line breaks would break
  // the framing.
  if (!/^[\x20-\x7e]{1,70}$/.test(boundary))
    throw malformed('its Content-Type has no boundary of 1 to 70 characters');
  return boundary;
}

/**
 * Parses a form.
 * @param startPart - called with the name of each part; its listener is called with each piece of the body
 * @throws RegistryError `invalid_form` if the framing is broken or the body ends early
 */
export async function* readForm(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
  startPart?: (name: string) => PieceListener,
): AsyncGenerator<FormPart, void, undefined> {
  const reader = new ChunkReader(prefixed(CRLF, source), () =>
    malformed('it ends before its closing boundary, as if the upload had been cut off'),
  );
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  try {
    await skip(reader.streamUntil(delimiter));
    for (let parts = 0; await hasPart(reader); parts += 1) {
      if (parts === MAX_PARTS) throw malformed(`it has more than ${MAX_PARTS} parts`);
      const name = await readPartName(reader);
      const body = reader.streamUntil(delimiter, startPart?.(name));
      yield { name, body };
      await skip(body);
    }
    await reader.drain();
  } finally {
    await reader.close();
  }
}

/** After a delimiter: another part, or `--` and the end. */
async function hasPart(reader: ChunkReader): Promise<boolean> {
  if ((await reader.peek(2)).toString('latin1') === '--') return false;
  // RFC 2046, section 5.1.1: only white space may follow a boundary.
  const rest = await reader.takeUntil(CRLF, MAX_PADDING_BYTES);
  if (rest === undefined || !/^[ \t]*$/.test(rest.toString('latin1'))) {
    throw malformed('a boundary is followed by something else than a line break');
  }
  return true;
}

async function readPartName(reader: ChunkReader): Promise<string> {
  // A part without headers begins with an empty line.
  const hasHeaders = !(await reader.peek(2)).equals(CRLF);
  const head = await reader.takeUntil(hasHeaders ? END_OF_HEADERS : CRLF, MAX_PART_HEADER_BYTES);
  if (head === undefined)
    throw malformed(`the headers of a part are larger than ${MAX_PART_HEADER_BYTES} bytes`);
  const headers = parseHeaders(head.toString('utf8'));
  const disposition = parseParameterized(headers.get('content-disposition') ?? '');
  const name = disposition?.value === 'form-data' ? disposition.parameters.get('name') : undefined;
  if (name === undefined) {
    throw malformed(
      'a part has no name; each needs a header such as Content-Disposition: form-data; name="manifest"',
    );
  }
  // RFC 7578, section 4.7: it is deprecated. To ignore it would store other bytes than intended.
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!['binary', '7bit', '8bit'].includes(encoding)) {
    throw malformed(
      `the part ${quote(name)} has the Content-Transfer-Encoding ${quote(encoding)}; send it without encoding`,
    );
  }
  return name;
}

function parseHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

async function skip(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _piece of pieces);
}

/** Adds a leading line break, so that the first boundary is like every other. */
async function* prefixed(prefix: Uint8Array, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield prefix;
  yield* source;
}

function malformed(what: string): RegistryError {
  return new RegistryError('invalid_form', {
    detail: `The form cannot be read: ${what}.`,
    errors: [{ field: 'body', message: what }],
  });
}
