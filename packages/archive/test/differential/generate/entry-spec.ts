// An entry before it is encoded, in a form that is easy to change: records in front, header, contents.
import { type RawEntry, tarHeader } from '../../build-tar.ts';

/** A header with its contents; also that of a record. */
export interface EntrySpec {
  header: RawEntry;
  content: Buffer;
  /** The bytes after the contents, up to the next block. */
  padding: number;
  /** Records in front of it: pax, global pax, GNU names. */
  records: EntrySpec[];
}

/** A block with its contents, and nothing in front. */
export function plainSpec(header: RawEntry, content: string | Uint8Array = ''): EntrySpec {
  return { header, content: Buffer.from(content), padding: 0, records: [] };
}

/** The bytes of an entry with the records in front of it. */
export function encodeSpec({ header, content, padding, records }: EntrySpec): Buffer {
  const fill = Buffer.alloc((512 - (content.length % 512)) % 512, padding);
  const size = header.size ?? content.length;
  return Buffer.concat([...records.map(encodeSpec), tarHeader({ ...header, size }), content, fill]);
}
