// Finds long runs of characters that keys consist of. Words are shorter, so most bytes of a text are skipped.

/** The bytes of a run are letters, digits or one of `+/=_-.`. */
const RUN_BYTES = new Uint8Array(256);
for (const byte of new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-.',
)) {
  RUN_BYTES[byte] = 1;
}

/** The length of the shortest key without white space, in bytes. */
export const MIN_RUN_LENGTH = 20;
/** As many whole groups of four bytes are in each run, wherever it begins. */
const MIN_RUN_WORDS = Math.floor((MIN_RUN_LENGTH - 3) / 4);

/** Bytes, also as groups of four. */
export interface RunBytes {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
}

/** @param bytes - begin at a multiple of four in their memory */
export function toRunBytes(bytes: Uint8Array<ArrayBuffer>): RunBytes {
  return { bytes, words: new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2) };
}

/**
 * The first run of at least {@link MIN_RUN_LENGTH} bytes from `start` on, which may have begun before; -1 if there is
 * none. A byte that is in no run rules out all runs that contain it, so each window is read from its end.
 */
export function findRun({ bytes, words }: RunBytes, start: number): number {
  const last = bytes.length - MIN_RUN_LENGTH;
  for (let first = skipWords(words, start); first <= last; ) {
    let index = first + MIN_RUN_LENGTH - 1;
    while (index >= first && RUN_BYTES[bytes[index] ?? 0] === 1) index -= 1;
    if (index < first) return first;
    first = skipWords(words, index + 1);
  }
  return -1;
}

/** The end of the run that contains the byte before `start`. */
export function findRunEnd({ bytes }: RunBytes, start: number): number {
  let end = start;
  while (end < bytes.length && RUN_BYTES[bytes[end] ?? 0] === 1) end += 1;
  return end;
}

/** The first place from `start` on where enough groups without white space follow. */
function skipWords(words: Int32Array, start: number): number {
  const last = words.length - MIN_RUN_WORDS;
  let first = (start + 3) >> 2;
  while (first <= last) {
    let index = first + MIN_RUN_WORDS - 1;
    while (index >= first && !hasSpace(words[index] ?? 0)) index -= 1;
    if (index < first) break;
    first = index + 1;
  }
  return Math.max(start, 4 * first - 3);
}

/** Whether one of four bytes is white space or another control character. */
function hasSpace(word: number): boolean {
  return ((word - 0x2121_2121) & ~word & 0x8080_8080) !== 0;
}
