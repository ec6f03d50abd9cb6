// The path of an entry, relative to the root of the archive.

/** The root folder itself, which tar programs write as `./`. */
export const ROOT = '.';

/** The path without a leading `./` and without the slash at the end of a folder; {@link ROOT} for the root. */
export function toRelativePath(path: string, kind: 'file' | 'folder'): string {
  const withoutSlash = kind === 'folder' && path.endsWith('/') ? path.slice(0, -1) : path;
  if (withoutSlash === ROOT) return kind === 'folder' ? ROOT : '';
  const relative = withoutSlash.startsWith('./') ? withoutSlash.slice(2) : withoutSlash;
  // Not the root again: './.' is refused for its '.' part.
  return relative === ROOT ? withoutSlash : relative;
}
