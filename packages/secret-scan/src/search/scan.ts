// Scans bytes for texts and for runs in one pass: in WebAssembly, or in JavaScript where that is not possible.
import { MAX_SCAN_BYTES, MEMORY, MIN_RUN_LENGTH, SCAN_MODULE } from './scan-code.ts';

export { MAX_SCAN_BYTES };

/** What was found, valid until the next scan. */
interface ScanResult {
  /**
   * Blocks of 16 bytes, by the offset of their first byte, in ascending order: the third byte of each place where all
   * three bytes fit is in one of them. With zeros after the end.
   */
  readonly blocks: Uint32Array;
  /** Runs of at least {@link MIN_RUN_LENGTH} bytes, in ascending order: the begin and the end of each. */
  readonly runs: Uint32Array;
}

/** What is needed of WebAssembly. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer };
      readonly run: (end: number) => void;
    };
  };
}

const TABLE_BYTES = 16;
const ZEROS_AFTER = 32;

/**
 * Scans bytes.
 * @param tables - eight of 16 bytes. Two for each of three bytes: what their low half and their high half may be, with
 *   a bit for each group of texts. Then two for the bytes of runs, with a bit for each group of bytes
 * @param bytes - at most {@link MAX_SCAN_BYTES}
 */
export type Scan = (tables: Uint8Array, bytes: Uint8Array) => ScanResult;

/** The scan in WebAssembly; undefined if this processor or process does not have it. */
export function createFastScan(): Scan | undefined {
  try {
    const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi })
      .WebAssembly;
    const { memory: given, run } = new Instance(new Module(SCAN_MODULE)).exports;
    const { buffer } = given;
    const memory = new Uint8Array(buffer);
    const ends = new Uint32Array(buffer, MEMORY.ends, 2);
    return (tables, bytes) => {
      const end = MEMORY.input + bytes.length;
      memory.set(tables, MEMORY.tables);
      memory.set(bytes, MEMORY.input);
      memory.fill(0, end, end + ZEROS_AFTER);
      // One more block: a run may end with the bytes.
      run(end + 1);
      const [blocksEnd = 0, runsEnd = 0] = ends;
      return {
        blocks: new Uint32Array(buffer, MEMORY.blocks, (blocksEnd - MEMORY.blocks) / 4),
        runs: new Uint32Array(buffer, MEMORY.runs, (runsEnd - MEMORY.runs) / 4),
      };
    };
  } catch {
    return undefined;
  }
}

/** The same in JavaScript, about ten times slower. */
export const scanSlowly: Scan = (tables, bytes) => {
  const fits = (table: number, index: number): number => {
    const byte = bytes[index] ?? 0;
    const low = tables[2 * table * TABLE_BYTES + (byte & 0x0f)] ?? 0;
    return low & (tables[(2 * table + 1) * TABLE_BYTES + (byte >> 4)] ?? 0);
  };
  const blocks: number[] = [];
  const runs: number[] = [];
  let runStart = 0;
  for (let index = 0; index <= bytes.length; index += 1) {
    const block = index - (index % TABLE_BYTES);
    const isPlace = index >= 2 && (fits(0, index - 2) & fits(1, index - 1) & fits(2, index)) !== 0;
    if (isPlace && blocks.at(-1) !== block) blocks.push(block);
    if (index < bytes.length && fits(3, index) !== 0) continue;
    if (index - runStart >= MIN_RUN_LENGTH) runs.push(runStart, index);
    runStart = index + 1;
  }
  return { blocks: Uint32Array.from(blocks), runs: Uint32Array.from(runs) };
};

/** The fastest one that there is. */
export const scan: Scan = createFastScan() ?? scanSlowly;
