// The types of tar entries: files and folders, the records about them, and names for the rest.

const REFUSED_TYPES: Readonly<Record<string, string>> = {
  1: 'a hard link',
  2: 'a symbolic link',
  3: 'a character device',
  4: 'a block device',
  6: 'a named pipe',
  7: 'a contiguous file',
  D: 'a GNU folder listing',
  K: 'a GNU long link name',
  M: 'the rest of a file from another volume',
  N: 'an old GNU long name',
  S: 'a sparse file',
  V: 'a volume label',
};

/** The kind of an allowed entry; undefined for every other type flag. A NUL is the file of old archives. */
export function findEntryKind(typeflag: string): 'file' | 'folder' | undefined {
  if (typeflag === '5') return 'folder';
  return typeflag === '0' || typeflag === '\0' ? 'file' : undefined;
}

/** The types of records that describe the next entry: pax, global pax, GNU long name. */
export type MetadataType = 'x' | 'g' | 'L';

/** Whether the type flag is that of a record for the next entry. */
export function isMetadataType(typeflag: string): typeflag is MetadataType {
  return typeflag === 'x' || typeflag === 'g' || typeflag === 'L';
}

/** The name of a refused type, with an article. */
export function describeEntryType(typeflag: string): string {
  const code = typeflag.charCodeAt(0);
  return REFUSED_TYPES[typeflag] ?? `an entry of the unknown type 0x${code.toString(16).padStart(2, '0')}`;
}
