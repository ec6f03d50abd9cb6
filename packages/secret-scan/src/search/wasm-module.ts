// Writes a WebAssembly module of one function (webassembly.github.io/spec/core/binary). Only what the scan needs.

/** Types of values (section 5.3). */
export const I32 = 0x7f;
export const V128 = 0x7b;

/** Instructions (sections 5.4.1 to 5.4.9), with their operands. */
export const code = {
  loop: (...body: readonly number[][]): number[] => [0x03, 0x40, ...body.flat(), 0x0b],
  when: (then: readonly number[][], otherwise: readonly number[][] = []): number[] => [
    ...[0x04, 0x40, ...then.flat()],
    ...(otherwise.length > 0 ? [0x05, ...otherwise.flat()] : []),
    0x0b,
  ],
  /** Continues the loop around it. */
  repeatIf: [0x0d, 0],
  get: (local: number): number[] => [0x20, ...unsigned(local)],
  set: (local: number): number[] => [0x21, ...unsigned(local)],
  tee: (local: number): number[] => [0x22, ...unsigned(local)],
  i32: (value: number): number[] => [0x41, ...signed(value)],
  storeI32: (offset: number): number[] => [0x36, 2, ...unsigned(offset)],
  equal: [0x46],
  less: [0x49],
  notLess: [0x4f],
  leadingZeros: [0x67],
  trailingZeros: [0x68],
  add: [0x6a],
  subtract: [0x6b],
  and: [0x71],
  xor: [0x73],
  shiftLeft: [0x74],
  load: (offset: number): number[] => [0xfd, 0, 0, ...unsigned(offset)],
  bytes: (values: readonly number[]): number[] => [0xfd, 12, ...values],
  /** Bytes of two vectors, by index: those of the second one begin at 16. */
  shuffle: (indexes: readonly number[]): number[] => [0xfd, 13, ...indexes],
  /** Bytes of the first vector, by the indexes in the second one. */
  swizzle: [0xfd, 14],
  notEqualBytes: [0xfd, 36],
  andBytes: [0xfd, 78],
  anyTrue: [0xfd, 83],
  /** The highest bit of each byte. */
  bitmask: [0xfd, ...unsigned(100)],
  shiftBytesRight: [0xfd, ...unsigned(109)],
};

export interface ModuleText {
  /** Pages of 64 KiB of the memory, exported as `memory`. */
  readonly pages: number;
  /** The types of the parameters of the function, which is exported as `run` and returns nothing. */
  readonly parameters: readonly number[];
  /** The types of its other locals. */
  readonly locals: readonly number[];
  readonly body: readonly number[][];
}

export function writeModule({ pages, parameters, locals, body }: ModuleText): Uint8Array<ArrayBuffer> {
  const written = [...list(locals.map((type) => [1, type])), ...body.flat(), 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [[0x60, ...list(parameters.map((type) => [type])), 0]]),
    ...section(3, [[0]]),
    ...section(5, [[1, ...unsigned(pages), ...unsigned(pages)]]),
    ...section(7, [
      [...text('memory'), 2, 0],
      [...text('run'), 0, 0],
    ]),
    ...section(10, [[...unsigned(written.length), ...written]]),
  ]);
}

function section(id: number, items: readonly number[][]): number[] {
  const content = list(items);
  return [id, ...unsigned(content.length), ...content];
}

function list(items: readonly number[][]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function text(ascii: string): number[] {
  return [...unsigned(ascii.length), ...Buffer.from(ascii)];
}

/** LEB128 (section 5.2.2). */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
