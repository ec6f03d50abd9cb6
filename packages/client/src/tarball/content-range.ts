// The header Content-Range of a response to a single range request (RFC 9110, section 14.4).

export interface ContentRange {
  /** Offset of the first byte. */
  readonly start: number;
  /** Length of the whole; undefined if the server does not say. */
  readonly totalBytes: number | undefined;
}

/** Parses the header; undefined when it is missing or of another kind. */
export function parseContentRange(value: string | null): ContentRange | undefined {
  const match = /^bytes ([0-9]{1,15})-([0-9]{1,15})\/([0-9]{1,15}|\*)$/.exec(value ?? '');
  if (match === null) return undefined;
  const [, start, , total] = match;
  return { start: Number(start), totalBytes: total === '*' ? undefined : Number(total) };
}
