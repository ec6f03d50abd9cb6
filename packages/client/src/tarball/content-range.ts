// The header Content-Range of an answer to one range of bytes (RFC 9110, section 14.4).

/** Which bytes an answer holds. */
export interface ContentRange {
  /** Offset of the first byte. */
  readonly start: number;
  /** Length of the whole; undefined when the server does not say. */
  readonly totalBytes: number | undefined;
}

/** Parses the header; undefined when it is missing or is of another kind. */
export function parseContentRange(value: string | null): ContentRange | undefined {
  const match = /^bytes ([0-9]{1,15})-([0-9]{1,15})\/([0-9]{1,15}|\*)$/.exec(value ?? '');
  if (match === null) return undefined;
  const [, start, , total] = match;
  return { start: Number(start), totalBytes: total === '*' ? undefined : Number(total) };
}
