// Recognises files that people upload by mistake instead of a .tar.gz, for better error messages.

const TAR_MAGIC_OFFSET = 257;

const FORMATS: readonly { readonly name: string; readonly magic: Buffer; readonly offset: number }[] = [
  { name: 'a zip file', magic: Buffer.from('PK\x03\x04', 'latin1'), offset: 0 },
  { name: 'an empty zip file', magic: Buffer.from('PK\x05\x06', 'latin1'), offset: 0 },
  { name: 'an xz file', magic: Buffer.from('\xfd7zXZ\0', 'latin1'), offset: 0 },
  { name: 'a zstd file', magic: Buffer.from('\x28\xb5\x2f\xfd', 'latin1'), offset: 0 },
  { name: 'a bzip2 file', magic: Buffer.from('BZh', 'latin1'), offset: 0 },
  { name: 'a plain tar file', magic: Buffer.from('ustar', 'latin1'), offset: TAR_MAGIC_OFFSET },
];

/** The format of a file by its first bytes, with an article; undefined if unknown. */
export function findFileFormat(start: Buffer): string | undefined {
  return FORMATS.find(({ magic, offset }) => start.subarray(offset, offset + magic.length).equals(magic))
    ?.name;
}
