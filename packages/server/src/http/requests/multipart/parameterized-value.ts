// Parses headers with parameters, such as Content-Disposition and Content-Type, as far as forms need them.

/** A header value with parameters: `form-data; name="manifest"`. */
export interface ParameterizedValue {
  /** The part before the parameters, in lower case. */
  readonly value: string;
  /** Parameters by name in lower case; the first of several with one name counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

const PARAMETER = /\s*;\s*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?/sy;

/** Parses a header (RFC 9110, section 5.6.6); undefined if it is malformed. */
export function parseParameterized(header: string): ParameterizedValue | undefined {
  const value = /^\s*([^\s;]+)/.exec(header);
  if (value === null) return undefined;
  const parameters = new Map<string, string>();
  let position = value[0].length;
  while (position < header.trimEnd().length) {
    PARAMETER.lastIndex = position;
    const match = PARAMETER.exec(header);
    if (match === null) return undefined;
    position = PARAMETER.lastIndex;
    const name = match[1]?.toLowerCase();
    if (name === undefined || parameters.has(name)) continue;
    parameters.set(name, match[2]?.replaceAll(/\\(.)/gs, '$1') ?? match[3] ?? '');
  }
  return { value: value[1]?.toLowerCase() ?? '', parameters };
}
