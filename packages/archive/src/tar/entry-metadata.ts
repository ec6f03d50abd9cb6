// Reads the records in front of an entry: pax, global pax, GNU long name.

import { quotePath } from '../paths/printable-path.ts';
import { invalid } from '../tarball-problem.ts';
import type { MetadataType } from './entry-type.ts';
import { findPaxRecords, type PaxRecord } from './pax-records.ts';

/** Longest body of a record in front of an entry, in bytes. */
export const MAX_METADATA_BYTES = 64 * 1024;

const METADATA_NAMES: Record<MetadataType, string> = {
  x: 'pax header',
  g: 'global pax header',
  L: 'GNU long name',
};

const ANY_TEXT = /^/;
const SECONDS = /^-?\d{1,12}(?:\.\d*)?$/;
const ID = /^\d{1,10}$/;
/** Keywords that do not affect unpacking, and the values that every tar program accepts. */
const HARMLESS: ReadonlyMap<string, RegExp> = new Map([
  ['mtime', SECONDS],
  ['atime', SECONDS],
  ['ctime', SECONDS],
  ['uid', ID],
  ['gid', ID],
  ['uname', ANY_TEXT],
  ['gname', ANY_TEXT],
  ['comment', ANY_TEXT],
  // The POSIX name of UTF-8; any other character set would change the meaning of paths.
  ['hdrcharset', /^ISO-IR 10646 2000 UTF-8$/],
]);
/** File attributes of various programs, which are ignored. */
const HARMLESS_PREFIX =
  /^(?:LIBARCHIVE\.|RHT\.security\.|SCHILY\.(?:xattr\.|acl\.|fflags$|dev$|ino$|nlink$))/;

/** Collects the records of one entry: at most one of each type, which also limits their number. */
export class EntryMetadata {
  readonly #seen = new Set<MetadataType>();
  #rawPath: Uint8Array | undefined;
  #sizeBytes: number | undefined;

  /** The path that replaces the one in the entry's own header. */
  get rawPath(): Uint8Array | undefined {
    return this.#rawPath;
  }

  /** The size that replaces the one in the entry's own header, in bytes. */
  get sizeBytes(): number | undefined {
    return this.#sizeBytes;
  }

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /** Adds one record; throws a rejection that mentions `where` when the record is refused. */
  add(type: MetadataType, body: Buffer, where: string): void {
    if (this.#seen.has(type)) {
      throw invalid(
        `${where} has two records of the type ${METADATA_NAMES[type]} in front of it; make the archive again`,
      );
    }
    this.#seen.add(type);
    if (type === 'L') {
      // GNU tar ends the name with a NUL, which is part of its length.
      this.#setPath(body.at(-1) === 0 ? body.subarray(0, -1) : body, where);
      return;
    }
    const records = findPaxRecords(body);
    if (records === undefined) {
      throw invalid(`the ${METADATA_NAMES[type]} of ${where} is malformed; make the archive again`);
    }
    const seen = new Set<string>();
    for (const record of records) {
      if (type === 'x' && (record.keyword === 'path' || record.keyword === 'size')) {
        if (seen.has(record.keyword)) {
          throw invalid(`the pax header of ${where} has '${record.keyword}' twice; make the archive again`);
        }
        seen.add(record.keyword);
        if (record.keyword === 'path') this.#setPath(record.value, where);
        else this.#setSize(record.value, where);
      } else {
        requireHarmless(record, type, where);
      }
    }
  }

  #setPath(rawPath: Uint8Array, where: string): void {
    if (this.#rawPath !== undefined) {
      throw invalid(`${where} has both a pax path and a GNU long name; make the archive in one format`);
    }
    if (rawPath.length === 0) throw invalid(`${where} has an empty path; every file needs a name`);
    this.#rawPath = rawPath;
  }

  #setSize(value: Uint8Array, where: string): void {
    const digits = Buffer.from(value).toString('latin1');
    const sizeBytes = Number(digits);
    if (!/^(?:0|[1-9][0-9]*)$/.test(digits) || !Number.isSafeInteger(sizeBytes)) {
      throw invalid(`the pax size of ${where} is not a number of bytes; make the archive again`);
    }
    this.#sizeBytes = sizeBytes;
  }
}

function requireHarmless({ keyword, value }: PaxRecord, type: MetadataType, where: string): void {
  if (HARMLESS_PREFIX.test(keyword)) return;
  if (keyword.startsWith('GNU.sparse.')) {
    throw invalid(`${where} is a sparse file; make the archive without sparse files (leave out --sparse)`);
  }
  const values = HARMLESS.get(keyword);
  const record = `the ${METADATA_NAMES[type]} of ${where}`;
  if (values === undefined) {
    throw invalid(
      `${record} sets ${quotePath(keyword)}, which may change what is unpacked; make the archive without it`,
    );
  }
  if (!values.test(Buffer.from(value).toString('latin1'))) {
    throw invalid(
      `${record} sets '${keyword}' to a value that not every tar program can read; make the archive again`,
    );
  }
}
