// Limits the records in front of entries. They unpack to nothing, so no other limit stops an archive that is
// full of them.
import { invalid } from '../tarball-problem.ts';

/** Longest body of a record in front of an entry, in bytes. */
const MAX_METADATA_BYTES = 64 * 1024;

/** What an archive may have at once, so that a few entries may have more than the others. */
const BASE = { bytes: 1024 * 1024, records: 2000 };
/** What each entry adds: long paths take 1 KiB, times and attributes of macOS about 1 KiB. */
const PER_ENTRY = { bytes: 4 * 1024, records: 32 };

/** Counts the bytes and pax records of one archive. */
export class MetadataBudget {
  #bytes = 0;
  #records = 0;

  /** Counts a record in front of an entry, before its bytes arrive; throws a rejection over the limit. */
  addBytes(sizeBytes: number, entryNumber: number): void {
    if (sizeBytes > MAX_METADATA_BYTES) {
      throw invalid(
        `a record in front of entry ${entryNumber} is larger than ${MAX_METADATA_BYTES / 1024} KiB; make the archive without extended attributes`,
      );
    }
    this.#bytes += sizeBytes;
    if (this.#bytes > BASE.bytes + PER_ENTRY.bytes * entryNumber) throw tooMany(entryNumber);
  }

  /** Counts pax records. */
  addRecords(count: number, entryNumber: number): void {
    this.#records += count;
    if (this.#records > BASE.records + PER_ENTRY.records * entryNumber) throw tooMany(entryNumber);
  }
}

function tooMany(entryNumber: number): Error {
  return invalid(
    `the archive has too many pax records for ${entryNumber} entries; make it without extended attributes`,
  );
}
