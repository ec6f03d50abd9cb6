// Compares paths with those of routes, without the router of the framework.

/** Whether a path is one of a route. @param pattern - the path of the route, with `:names` and maybe `*` at the end */
export function matchesPath(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const given = path.split('/');
  // A wildcard stands for one part or more.
  const parts = expected.at(-1) === '*' ? expected.slice(0, -1) : expected;
  const isLong = parts.length < expected.length ? given.length > parts.length : given.length === parts.length;
  return (
    isLong &&
    parts.every((part, index) => (part.startsWith(':') ? given[index] !== '' : isText(part, given[index])))
  );
}

/** Whether a part of a path is this text, maybe with percent-escapes. */
function isText(part: string, given = ''): boolean {
  if (part === given) return true;
  if (!given.includes('%')) return false;
  try {
    return part === decodeURIComponent(given);
  } catch {
    return false;
  }
}
