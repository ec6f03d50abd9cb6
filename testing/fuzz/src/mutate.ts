// Makes new inputs from known ones: changes bytes and lines, and inserts words of the format.
import type { SeededRandom } from '@prime-registry/testkit';

/** Longest input, in bytes. */
export const MAX_INPUT_BYTES = 320 * 1024;
const MOST_EDITS = 5;
// How often an input may be long, or repeat a piece a thousand times.
const RARE = 0.0002;

const NUMBERS = [
  '0',
  '-1',
  '1',
  '7',
  '255',
  '256',
  '65536',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '1e309',
  '99999999999999999999',
  '07',
  '0x1',
];

type Edit = (input: Buffer, random: SeededRandom, sources: Sources) => Buffer;

/** The sources of a mutant. */
export interface Sources {
  readonly corpus: readonly Buffer[];
  readonly dictionary: readonly string[];
  /** Size limit of nearly all mutants, in bytes. */
  readonly usualBytes: number;
}

/** Makes one mutant. */
export function mutate(random: SeededRandom, sources: Sources): Buffer {
  let input = random.pick(sources.corpus);
  for (let edits = random.integer(1, MOST_EDITS); edits > 0; edits -= 1) {
    input = random.pick(EDITS)(input, random, sources);
  }
  const most = random.chance(RARE) ? MAX_INPUT_BYTES : sources.usualBytes;
  return input.length > most ? input.subarray(0, most) : input;
}

const flipBit: Edit = (input, random) => {
  if (input.length === 0) return input;
  const changed = Buffer.from(input);
  const at = random.integer(0, input.length - 1);
  changed[at] = (changed[at] ?? 0) ^ (1 << random.integer(0, 7));
  return changed;
};

const setByte: Edit = (input, random) => {
  if (input.length === 0) return input;
  const changed = Buffer.from(input);
  changed[random.integer(0, input.length - 1)] = random.integer(0, 255);
  return changed;
};

const remove: Edit = (input, random) => {
  const [start, end] = drawRange(input, random);
  return Buffer.concat([input.subarray(0, start), input.subarray(end)]);
};

const repeat: Edit = (input, random) => {
  const [start, end] = drawRange(input, random);
  const times = random.chance(RARE) ? random.integer(1, 2000) : random.integer(1, 4);
  const copies = repeated(input.subarray(start, end), times);
  return Buffer.concat([input.subarray(0, end), copies, input.subarray(end)]);
};

const insertWord: Edit = (input, random, { dictionary }) => {
  const word = Buffer.from(random.pick(dictionary));
  const times = random.chance(RARE) ? random.integer(1, MAX_INPUT_BYTES) : 1;
  return insert(input, random, repeated(word, times));
};

const replaceByWord: Edit = (input, random, sources) =>
  insertWord(remove(input, random, sources), random, sources);

const insertBytes: Edit = (input, random) => insert(input, random, random.bytes(random.integer(1, 16)));

const splice: Edit = (input, random, { corpus }) => {
  const other = random.pick(corpus);
  return Buffer.concat([
    input.subarray(0, random.integer(0, input.length)),
    other.subarray(random.integer(0, other.length)),
  ]);
};

const changeNumber: Edit = (input, random) => {
  const text = input.toString('latin1');
  const numbers = [...text.matchAll(/\d+/g)];
  if (numbers.length === 0) return input;
  const { index, 0: digits } = random.pick(numbers);
  return Buffer.from(
    text.slice(0, index) + random.pick(NUMBERS) + text.slice(index + digits.length),
    'latin1',
  );
};

const changeLines: Edit = (input, random) => {
  const lines = input.toString('latin1').split('\n');
  const at = random.integer(0, lines.length - 1);
  const [line = ''] = lines.splice(at, 1);
  const back = random.integer(0, 2);
  for (let copy = 0; copy < back; copy += 1) lines.splice(random.integer(0, lines.length), 0, line);
  return Buffer.from(lines.join('\n'), 'latin1');
};

const EDITS: readonly Edit[] = [
  flipBit,
  setByte,
  remove,
  repeat,
  insertWord,
  insertWord,
  replaceByWord,
  replaceByWord,
  insertBytes,
  splice,
  changeNumber,
  changeLines,
];

/** Repeats the piece, up to the size limit of an input. */
function repeated(piece: Buffer, times: number): Buffer {
  return Buffer.alloc(Math.min(piece.length * times, MAX_INPUT_BYTES), piece);
}

function insert(input: Buffer, random: SeededRandom, piece: Buffer): Buffer {
  const at = random.integer(0, input.length);
  return Buffer.concat([input.subarray(0, at), piece, input.subarray(at)]);
}

/** Mostly short ranges. */
function drawRange(input: Buffer, random: SeededRandom): [start: number, end: number] {
  const start = random.integer(0, input.length);
  const length = random.chance(0.8) ? random.integer(1, 16) : random.integer(1, Math.max(input.length, 1));
  return [start, Math.min(start + length, input.length)];
}
