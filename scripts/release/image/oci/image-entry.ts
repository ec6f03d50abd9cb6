// One file, folder or symbolic link of an image, before it is in a layer.

/** A path in an image, and what is there. */
export interface ImageEntry {
  /** Relative to the root, with `/`, without `.` and `..`; without a slash at the end. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** Permission bits. Those of a link mean nothing. */
  readonly mode: number;
  /** The user and group that own it; default: 0, root. */
  readonly owner?: number;
  /** The bytes of a file. */
  readonly content?: Uint8Array;
  /** Where a link leads. */
  readonly target?: string;
}

/** A file of root that everybody can read. */
export function fileEntry(path: string, content: string | Uint8Array, mode = 0o644): ImageEntry {
  return { path, kind: 'file', mode, content: typeof content === 'string' ? Buffer.from(content) : content };
}

/** A folder of root that everybody can enter. */
export function folderEntry(path: string, mode = 0o755): ImageEntry {
  return { path, kind: 'folder', mode };
}

/** A symbolic link. */
export function linkEntry(path: string, target: string): ImageEntry {
  return { path, kind: 'link', mode: 0o777, target };
}

/**
 * Sorts entries by path and adds the folders above them, so that the order does not depend on the machine.
 * @throws Error for a path that leaves the root, or that two entries claim
 */
export function completeEntries(entries: readonly ImageEntry[]): ImageEntry[] {
  const byPath = new Map<string, ImageEntry>();
  for (const entry of entries) {
    const parts = entry.path.split('/');
    if (parts.some((part) => part === '' || part === '.' || part === '..'))
      throw new Error(`${entry.path} is not a path below the root of the image`);
    if (byPath.has(entry.path)) throw new Error(`${entry.path} would be twice in one layer`);
    byPath.set(entry.path, entry);
  }
  for (const { path } of entries) {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const above = parts.slice(0, depth).join('/');
      if (!byPath.has(above)) byPath.set(above, folderEntry(above));
    }
  }
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
