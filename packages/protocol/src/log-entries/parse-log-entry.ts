// Writes and reads the bytes of entries of transparency logs. What is read may be of another registry, or of a newer program.
import { isJsonObject } from '../json-object.ts';
import { toCanonicalJson } from './canonical-json.ts';
import { COMMON_FIELDS, findEntryFields, findWrongField } from './entry-fields.ts';
import { type LogEntry, MAX_LOG_ENTRY_BYTES, type UnknownLogEntry } from './log-entry.ts';

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Encodes an entry as JSON in the form of RFC 8785. The log stores these bytes and never makes them again.
 * @throws TypeError if a text has half of a surrogate pair, a number is not an integer, or the entry has more than
 *   {@link MAX_LOG_ENTRY_BYTES}
 */
export function encodeLogEntry(entry: LogEntry): Uint8Array {
  const bytes = ENCODER.encode(toCanonicalJson(entry));
  if (bytes.length > MAX_LOG_ENTRY_BYTES)
    throw new TypeError(`a log entry has ${bytes.length} bytes; at most ${MAX_LOG_ENTRY_BYTES} are allowed`);
  return bytes;
}

/** Why bytes are not a log entry, in one sentence. */
export class LogEntryError extends Error {
  override readonly name = 'LogEntryError';
}

/**
 * Parses an entry. Fields that this program does not know are kept, and so are entries of types and forms (`v`) that
 * it does not know: {@link isKnownEntry} tells them apart.
 * @throws LogEntryError if the bytes are not an entry in the canonical form of {@link encodeLogEntry}
 */
export function parseLogEntry(bytes: Uint8Array): LogEntry | UnknownLogEntry {
  if (bytes.length > MAX_LOG_ENTRY_BYTES)
    throw new LogEntryError(
      `the log entry has ${bytes.length} bytes; at most ${MAX_LOG_ENTRY_BYTES} are allowed`,
    );
  const text = decode(bytes);
  const value = parseObject(text);
  assertCanonical(value, text);
  const { type } = value;
  if (typeof type !== 'string') throw new LogEntryError('the log entry has no type');
  const common = findWrongField(COMMON_FIELDS, value);
  const own = value.v === 1 ? findWrongField(findEntryFields(type) ?? {}, value) : undefined;
  const problem = common ?? own;
  if (problem !== undefined) throw new LogEntryError(`the log entry has a wrong field: ${problem}`);
  return value as unknown as LogEntry | UnknownLogEntry;
}

/** Whether this program knows what an entry says. */
export function isKnownEntry(entry: LogEntry | UnknownLogEntry): entry is LogEntry {
  return entry.v === 1 && findEntryFields(entry.type) !== undefined;
}

function decode(bytes: Uint8Array): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw new LogEntryError('the log entry is not UTF-8');
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LogEntryError('the log entry is not JSON');
  }
  if (!isJsonObject(value)) throw new LogEntryError('the log entry is not a JSON object');
  return value;
}

/** With two spellings of one entry, programs might read different fields, such as the first or the last of two equal keys. */
function assertCanonical(value: unknown, text: string): void {
  let canonical: string;
  try {
    canonical = toCanonicalJson(value);
  } catch (error) {
    throw new LogEntryError(`the log entry is not in the form of RFC 8785: ${(error as Error).message}`);
  }
  if (canonical !== text)
    throw new LogEntryError(
      'the log entry is not in the form of RFC 8785: keys in their order, each once, no white space',
    );
}
