// The bytes of an entry of the transparency log.
import { toCanonicalJson } from './canonical-json.ts';
import { type LogEntry, MAX_LOG_ENTRY_BYTES } from './log-entry.ts';

const UTF_8 = new TextEncoder();

/**
 * Encodes an entry as JSON in the form of RFC 8785. The log stores these bytes and never makes them again.
 * @throws TypeError if a text has half of a surrogate pair, a number is not an integer, or the entry has more than
 *   {@link MAX_LOG_ENTRY_BYTES}
 */
export function encodeLogEntry(entry: LogEntry): Uint8Array {
  const bytes = UTF_8.encode(toCanonicalJson(entry));
  if (bytes.length > MAX_LOG_ENTRY_BYTES)
    throw new TypeError(`a log entry has ${bytes.length} bytes; at most ${MAX_LOG_ENTRY_BYTES} are allowed`);
  return bytes;
}
