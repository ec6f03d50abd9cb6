// Parses multipart/form-data, and YAML with one line per key, as far as the reference registry needs it.

/** One part of a received form. */
export interface ReceivedPart {
  readonly name: string;
  readonly isFile: boolean;
  readonly body: Buffer;
}

/** The parts of a form in their order; empty if the body is not a form. */
export function readForm(contentType: string, body: Buffer): readonly ReceivedPart[] {
  const boundary = /^multipart\/form-data;.*boundary=([^;]+)$/.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  const pieces: Buffer[] = [];
  const delimiter = `\r\n--${boundary}`;
  let rest = Buffer.concat([Buffer.from('\r\n'), body]);
  for (let at = rest.indexOf(delimiter); at !== -1; at = rest.indexOf(delimiter)) {
    pieces.push(rest.subarray(0, at));
    rest = rest.subarray(at + delimiter.length);
  }
  // The piece before the first delimiter is the preamble, which is empty.
  return pieces.slice(1).map(readPart);
}

function readPart(piece: Buffer): ReceivedPart {
  const headEnd = piece.indexOf('\r\n\r\n');
  const head = piece.toString('utf8', 0, headEnd);
  return {
    name: /[; ]name="([^"]*)"/.exec(head)?.[1] ?? '',
    isFile: head.includes('filename='),
    body: piece.subarray(headEnd + 4),
  };
}

/** The fields of a manifest. @throws {SyntaxError} on a line that is not a key and a JSON value. */
export function readManifest(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const line of text.split('\n').filter((candidate) => candidate !== '')) {
    const [, key, value] = /^([\w-]+): (.*)$/.exec(line) ?? [];
    if (key === undefined || value === undefined) throw new SyntaxError(`not a field: ${line}`);
    fields[key] = JSON.parse(value);
  }
  return fields;
}
