// Proof files (`.tlog-proof`): C2SP tlog-proof. An entry's place in a log, with the checkpoint, to be verified offline.
import { decodeBase64, encodeBase64 } from '../notes/base64.ts';
import { parseDecimal } from '../notes/decimal.ts';
import { TlogError } from '../tlog-error.ts';
import { HASH_BYTES, type Hash } from '../tree/hash.ts';

/** The parts of a proof, not verified. */
export interface ProofFile {
  /** Anything: no signature covers it, so only its hash may make it believable. */
  readonly extra?: Uint8Array;
  readonly index: number;
  /** The inclusion proof, from the leaf's sibling up to a child of the root. */
  readonly hashes: readonly Hash[];
  /** The signed note, verbatim. */
  readonly checkpoint: string;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';

/** The longest path in a tree of 2^53 - 1 leaves is below it. */
const MAX_HASHES = 64;

/** A proof as text. */
export function formatProofFile({ extra, index, hashes, checkpoint }: ProofFile): string {
  const lines = [
    FIRST_LINE,
    ...(extra === undefined ? [] : [`extra ${encodeBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(encodeBase64),
    '',
    checkpoint,
  ];
  return lines.join('\n');
}

/**
 * Reads a proof. The note of the checkpoint is not looked at.
 * @throws {TlogError} It is not in the form of the specification.
 */
export function parseProofFile(text: string): ProofFile {
  const end = text.indexOf('\n\n');
  if (end < 0) throw new TlogError('the proof has no empty line before its checkpoint');
  const lines = text.slice(0, end).split('\n');
  if (lines[0] !== FIRST_LINE) throw new TlogError(`line 1 of the proof is not ${FIRST_LINE}`);
  const extra = lines[1]?.startsWith('extra ') ? parseExtra(lines[1]) : undefined;
  const at = extra === undefined ? 1 : 2;
  return {
    ...(extra === undefined ? {} : { extra }),
    index: parseIndex(lines[at], at + 1),
    hashes: parseHashes(lines.slice(at + 1), at + 2),
    checkpoint: text.slice(end + 2),
  };
}

function parseExtra(line: string): Uint8Array {
  const extra = decodeBase64(line.slice('extra '.length));
  if (extra === undefined) throw new TlogError('line 2 of the proof is not "extra <Base 64>"');
  return extra;
}

function parseIndex(line: string | undefined, number: number): number {
  const index = line?.startsWith('index ') ? parseDecimal(line.slice('index '.length)) : undefined;
  if (index === undefined)
    throw new TlogError(`line ${number} of the proof is not "index <decimal below 2^53>"`);
  return index;
}

function parseHashes(lines: readonly string[], first: number): Hash[] {
  if (lines.length > MAX_HASHES)
    throw new TlogError(`the proof has ${lines.length} hashes, more than any tree needs`);
  return readHashLines(lines, first, 'proof');
}

/** The hashes in the lines of a text from a line on. @throws {TlogError} A line is no hash. */
export function readHashLines(lines: readonly string[], first: number, what: string): Hash[] {
  return lines.map((line, index) => {
    const hash = decodeBase64(line);
    if (hash?.length === HASH_BYTES) return hash;
    throw new TlogError(`line ${first + index} of the ${what} is no hash of 32 bytes in Base 64`);
  });
}
