// Proofs that an entry is in a log, as files (C2SP tlog-proof).
import { readHashes } from './note.ts';

/** The parts of a proof. */
export interface ProofFile {
  /** The entry: registries of Primes have it in the line `extra`. */
  readonly entry: Buffer;
  readonly index: number;
  readonly hashes: readonly Buffer[];
  /** A signed note. */
  readonly checkpoint: string;
}

const FORM =
  /^c2sp\.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/=]+)\nindex (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/=]+\n)*)\n/;

/** The parts; undefined if the text is no proof, or has no entry. */
export function readProofFile(text: string): ProofFile | undefined {
  const [head, extra = '', index = '', lines = ''] = FORM.exec(text) ?? [];
  const hashes = readHashes(lines);
  if (head === undefined || hashes === undefined) return undefined;
  return {
    entry: Buffer.from(extra, 'base64'),
    index: Number(index),
    hashes,
    checkpoint: text.slice(head.length),
  };
}
