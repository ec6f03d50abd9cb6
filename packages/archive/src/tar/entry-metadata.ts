// Reads the records in front of an entry: pax, global pax, GNU long name.
import { quotePath } from '../paths/printable-path.ts';
import { invalid } from '../tarball-problem.ts';
import type { MetadataType } from './entry-type.ts';
import { requireHarmless } from './pax-keywords.ts';
import { findPaxRecords, MAX_PAX_RECORDS, type PaxRecord } from './pax-records.ts';

const METADATA_NAMES: Record<MetadataType, string> = {
  x: 'pax header',
  g: 'global pax header',
  L: 'GNU long name',
};

/** Collects the records of one entry: at most one of each type, which also limits their number. */
export class EntryMetadata {
  readonly #seen = new Set<MetadataType>();
  /** The path that replaces the one in the entry's own header. */
  rawPath: Uint8Array | undefined;
  /** The size that replaces the one in the entry's own header, in bytes. */
  sizeBytes: number | undefined;

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /**
   * Adds one record; throws a rejection that mentions `where` when the record is refused.
   * @returns The number of pax records.
   */
  add(type: MetadataType, body: Buffer, where: string): number {
    this.#requireFirst(type, where);
    if (type === 'L') {
      // GNU tar ends the name with a NUL, which is part of its length.
      this.#setPath(body.at(-1) === 0 ? body.subarray(0, -1) : body, where);
      return 0;
    }
    const header = `the ${METADATA_NAMES[type]} of ${where}`;
    const records = findPaxRecords(body);
    if (records === undefined || records.length === 0) {
      throw invalid(`${header} is ${records === undefined ? 'malformed' : 'empty'}; make the archive again`);
    }
    if (records.length > MAX_PAX_RECORDS) {
      throw invalid(
        `${header} has more than ${MAX_PAX_RECORDS} records; make the archive without extended attributes`,
      );
    }
    const seen = new Set<string>();
    for (const record of records) {
      const { keyword } = record;
      if (seen.has(keyword))
        throw invalid(`${header} has ${quotePath(keyword)} twice; make the archive again`);
      seen.add(keyword);
      if (type === 'g') requireHarmless(record, true, header);
      else this.#addPaxRecord(record, where, header);
    }
    return records.length;
  }

  #requireFirst(type: MetadataType, where: string): void {
    if (this.#seen.has(type)) {
      throw invalid(
        `${where} has two records of the type ${METADATA_NAMES[type]} in front of it; make the archive again`,
      );
    }
    if (type === 'g' && this.#seen.size > 0) {
      // Go then forgets the records before it.
      throw invalid(`${where} has a global pax header after another record; make the archive again`);
    }
    this.#seen.add(type);
    if (this.#seen.has('L') && this.#seen.has('x')) {
      throw invalid(`${where} has both a pax header and a GNU long name; make the archive in one format`);
    }
  }

  #addPaxRecord(record: PaxRecord, where: string, header: string): void {
    if (record.keyword === 'path') this.#setPaxPath(record.value, where, header);
    else if (record.keyword === 'size') this.#setSize(record.value, where);
    else requireHarmless(record, false, header);
  }

  #setPaxPath(rawPath: Buffer, where: string, header: string): void {
    if (/^\d+$/.test(rawPath.toString('latin1'))) {
      throw invalid(
        `${header} has a path of only digits, which some tar programs read as a number; rename the file`,
      );
    }
    this.#setPath(rawPath, where);
  }

  #setPath(rawPath: Uint8Array, where: string): void {
    if (rawPath.length === 0) throw invalid(`${where} has an empty path; every file needs a name`);
    this.rawPath = rawPath;
  }

  #setSize(value: Buffer, where: string): void {
    const digits = value.toString('latin1');
    const sizeBytes = Number(digits);
    if (!/^(?:0|[1-9][0-9]*)$/.test(digits) || !Number.isSafeInteger(sizeBytes)) {
      throw invalid(`the pax size of ${where} is not a number of bytes; make the archive again`);
    }
    this.sizeBytes = sizeBytes;
  }
}
