// What a program reads in an archive, in one form for all programs, so that two readings can be compared.

/** A file or folder as a program reads it. */
export interface ReadItem {
  /** As the program shows it: possibly with a leading `./`, or with a slash after a folder. */
  readonly path: string;
  /** Any other kind is a difference. */
  readonly kind: string;
  readonly sizeBytes: number;
  /** Digest of the contents of a file. */
  readonly sha256: string;
}

/** All entries in order, or why the program refused the archive. */
export type Reading = { readonly entries: readonly ReadItem[] } | { readonly failure: string };

/** The entries as lines, without what programs may show differently; the root folder is left out. */
export function describeEntries(entries: readonly ReadItem[]): string[] {
  return entries.flatMap(({ path, kind, sizeBytes, sha256 }) => {
    const withoutDot = path === '.' ? '' : path.replace(/^\.\//, '');
    const plain = kind === 'folder' ? withoutDot.replace(/\/$/, '') : withoutDot;
    if (kind === 'folder' && plain === '') return [];
    return [kind === 'file' ? `file ${plain} ${sizeBytes} ${sha256}` : `${kind} ${plain}`];
  });
}

/** The same as a tree on disk: every folder once, implied ones included, without an order. */
export function describeTree(entries: readonly ReadItem[]): string[] {
  const lines = describeEntries(entries);
  const folders = lines.flatMap((line) => {
    const path = line.startsWith('file ')
      ? line.split(' ').slice(1, -2).join(' ')
      : line.slice('folder '.length);
    const parts = path.split('/');
    return parts.slice(1).map((_, index) => `folder ${parts.slice(0, index + 1).join('/')}`);
  });
  return [...new Set([...lines, ...folders])].sort();
}
