// Recognises files that people upload by mistake instead of a .tar.gz, for better error messages.

const FORMATS = [
  ['a zip file', 'PK\x03\x04', 0],
  ['an empty zip file', 'PK\x05\x06', 0],
  ['an xz file', '\xfd7zXZ\0', 0],
  ['a zstd file', '\x28\xb5\x2f\xfd', 0],
  ['a bzip2 file', 'BZh', 0],
  ['a plain tar file', 'ustar', 257],
] as const;

/** The format of a file by its first bytes, with an article; undefined if unknown. */
export function findFileFormat(start: Buffer): string | undefined {
  return FORMATS.find(
    ([, magic, offset]) => start.toString('latin1', offset, offset + magic.length) === magic,
  )?.[0];
}
