// Entry bundles: C2SP tlog-tiles, "Log entries". Each entry follows its length as two bytes, the higher first.
import { TlogError } from '../tlog-error.ts';
import { TILE_WIDTH } from './tile-path.ts';

/** The longest entry in bytes. */
export const MAX_ENTRY_BYTES = 65_535;

const LENGTH_BYTES = 2;

/**
 * Entries as a bundle.
 * @throws {TlogError} An entry is longer than {@link MAX_ENTRY_BYTES}, or there are more than 256.
 */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length > TILE_WIDTH)
    throw new TlogError(`a bundle has at most 256 entries, not ${entries.length}`);
  const bytes = new Uint8Array(entries.reduce((length, entry) => length + LENGTH_BYTES + entry.length, 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES) {
      throw new TlogError(`an entry has at most ${MAX_ENTRY_BYTES} bytes, not ${entry.length}`);
    }
    view.setUint16(offset, entry.length);
    bytes.set(entry, offset + LENGTH_BYTES);
    offset += LENGTH_BYTES + entry.length;
  }
  return bytes;
}

/**
 * A bundle as entries, which are views of these bytes.
 * @throws {TlogError} An entry is cut off, or there are more than 256.
 */
export function decodeEntryBundle(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const start = offset + LENGTH_BYTES;
    const end = start <= bytes.length ? start + view.getUint16(offset) : Number.POSITIVE_INFINITY;
    if (end > bytes.length) {
      throw new TlogError(
        `the bundle of ${bytes.length} bytes ends inside entry ${entries.length}, at byte ${offset}`,
      );
    }
    entries.push(bytes.subarray(start, end));
    if (entries.length > TILE_WIDTH)
      throw new TlogError('a bundle has at most 256 entries, this one has more');
    offset = end;
  }
  return entries;
}
