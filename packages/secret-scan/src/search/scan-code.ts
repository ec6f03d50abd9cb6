// The scan in WebAssembly, 16 bytes at a time. JavaScript takes a nanosecond for each byte, and the search of Buffer
// reads all bytes again for each text. The method for texts is that of Teddy in Hyperscan: each of the three bytes of
// a text is looked up by its two halves, in tables of 16 bytes.
import { code, I32, V128, writeModule } from './wasm-module.ts';

/** Most bytes of a scan. */
export const MAX_SCAN_BYTES = 128 * 1024;
/** A run is at least this long. A shorter one could begin and end in the same 16 bytes. */
export const MIN_RUN_LENGTH = 16;
const BLOCK_BYTES = 16;

/** Where things are in the memory. */
export const MEMORY = {
  /** The ends of both lists. */
  ends: 0,
  /** Eight tables: for each of three bytes those of the low and of the high half, then those of runs. */
  tables: 64,
  /** The blocks in which the third byte of a text may be, each as the offset of its first byte. */
  blocks: 1024,
  /** The runs, each as the offset of its begin and of its end. */
  runs: 40 * 1024,
  /** What is scanned; 32 zeros follow it. */
  input: 96 * 1024,
} as const;

const PAGES = 4;

const LOCALS = ['end', 'at', 'block', 'run', 'length', 'others', 'lead'] as const;
const VECTORS = [
  ...['low0', 'high0', 'low1', 'high1', 'low2', 'high2', 'lowRun', 'highRun'],
  ...['low', 'high', 'first', 'second', 'firstBefore', 'secondBefore'],
] as const;
const number = (name: string): number => [...LOCALS, ...VECTORS].indexOf(name as never);
const { i32, add, andBytes } = code;
const get = (name: string): number[] => code.get(number(name));
const set = (name: string): number[] => code.set(number(name));
const tee = (name: string): number[] => code.tee(number(name));

const splat = (byte: number): number[] => code.bytes(Array.from({ length: BLOCK_BYTES }, () => byte));
const lookUp = (table: string): number[] =>
  [
    ...[get(`low${table}`), get('low'), code.swizzle],
    ...[get(`high${table}`), get('high'), code.swizzle],
    andBytes,
  ].flat();
/** The bytes that are `count` before those of the vector. */
const before = (name: string, count: number): number[] =>
  [
    ...[get(`${name}Before`), get(name)],
    code.shuffle(Array.from({ length: BLOCK_BYTES }, (_, index) => BLOCK_BYTES - count + index)),
  ].flat();
const store = (list: string, offset: number, value: number[][]): number[] =>
  [get(list), ...value, code.storeI32(offset)].flat();
const advance = (name: string, count: number): number[] => [get(name), i32(count), add, set(name)].flat();
const place = (): number[] => [get('at'), i32(MEMORY.input), code.subtract].flat();

const ALL = 2 ** BLOCK_BYTES - 1;

/** The module. Its function gets the offset of the end of the input in the memory. */
export const SCAN_MODULE = writeModule({
  pages: PAGES,
  parameters: [I32],
  locals: [...LOCALS.slice(1).map(() => I32), ...VECTORS.map(() => V128)],
  body: [
    ...[i32(MEMORY.input), set('at'), i32(MEMORY.blocks), set('block'), i32(MEMORY.runs), set('run')],
    ...VECTORS.slice(0, 8).flatMap((table, index) => [
      ...[i32(MEMORY.tables + index * BLOCK_BYTES), code.load(0), set(table)],
    ]),
    code.loop(
      ...[get('at'), code.load(0), tee('low'), i32(4), code.shiftBytesRight, set('high')],
      ...[get('low'), splat(0x0f), andBytes, set('low')],
      ...[lookUp('0'), set('first'), lookUp('1'), set('second')],
      ...[lookUp('2'), before('second', 1), andBytes, before('first', 2), andBytes, code.anyTrue],
      code.when([store('block', 0, [place()]), advance('block', 4)]),
      ...[get('first'), set('firstBefore'), get('second'), set('secondBefore')],
      // A bit for each byte that is in no run.
      ...[lookUp('Run'), splat(0), code.notEqualBytes, code.bitmask, i32(ALL), code.xor, tee('others')],
      code.when(
        [
          ...[get('others'), code.trailingZeros, tee('lead'), get('length'), add],
          ...[i32(MIN_RUN_LENGTH), code.notLess],
          code.when([
            store('run', 0, [place(), get('length'), code.subtract]),
            store('run', 4, [place(), get('lead'), add]),
            advance('run', 8),
          ]),
          ...[get('others'), i32(BLOCK_BYTES), code.shiftLeft, code.leadingZeros, set('length')],
        ],
        [advance('length', BLOCK_BYTES)],
      ),
      ...[get('at'), i32(BLOCK_BYTES), add, tee('at'), get('end'), code.less, code.repeatIf],
    ),
    ...[i32(MEMORY.ends), get('block'), code.storeI32(0), i32(MEMORY.ends), get('run'), code.storeI32(4)],
  ],
});
