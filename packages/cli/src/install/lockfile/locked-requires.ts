// The requirements of a locked Prime as one line of the lock file: `@acme/core@^1.2, @acme/css@>=1 <2`.
import { makeRequires, type Parsed, parseRequired, type Requires } from '@prime-registry/protocol';

/** No range contains it. */
const SEPARATOR = ', ';

/** The line; undefined without requirements. */
export function formatRequires(requires: Requires): string | undefined {
  const entries = Object.entries(requires);
  return entries.length === 0 ? undefined : entries.map((entry) => entry.join('@')).join(SEPARATOR);
}

/** The requirements of a line; a rejection says what is wrong. */
export function parseLockedRequires(line: string): Parsed<Requires> {
  const required: (readonly [string, string])[] = [];
  for (const entry of line.split(SEPARATOR)) {
    // The first '@' belongs to the scope.
    const at = entry.indexOf('@', 1);
    const parsed =
      at === -1 ? parseRequired(entry, '') : parseRequired(entry.slice(0, at), entry.slice(at + 1));
    if (!parsed.ok) return parsed;
    required.push(parsed.value);
  }
  return makeRequires(required);
}

/** A cache: a lock file is parsed once, and its requirements are walked several times. */
const parsedLines = new Map<string, Requires>();

/** The requirements of a locked Prime. Its line was checked when the lock file was read. */
export function requiresOf({ requires: line }: { readonly requires?: string }): Requires {
  if (line === undefined) return {};
  const known = parsedLines.get(line);
  if (known !== undefined) return known;
  const parsed = parseLockedRequires(line);
  const requires = parsed.ok ? parsed.value : {};
  parsedLines.set(line, requires);
  return requires;
}
