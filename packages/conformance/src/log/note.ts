// Signed notes, checkpoints and proofs (C2SP signed-note, tlog-checkpoint, tlog-proof), with Ed25519 only.
import { createHash, createPublicKey, verify } from 'node:crypto';
import type { Head } from './tree.ts';

/** A checkpoint: the head of a log under its name. */
export interface Checkpoint extends Head {
  readonly origin: string;
}

/** What stands before an Ed25519 key in its DER form (RFC 8410, section 4). */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const ED25519 = 1;
const NUMBER = /^(?:0|[1-9]\d{0,15})$/;

/** What is wrong with a text as a note that a key has signed; undefined if nothing is. */
export function findNoteProblem(note: string, vkey: string): string | undefined {
  const [, name = '', id = '', encoded = ''] = /^([^+ ]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? [];
  const key = Buffer.from(encoded, 'base64');
  if (key.length !== 33 || key[0] !== ED25519)
    return `${JSON.stringify(vkey)} is not an Ed25519 verifier key`;
  const expected = createHash('sha256').update(`${name}\n`).update(key).digest('hex').slice(0, 8);
  if (id !== expected) return `the verifier key has the id ${id}, not ${expected}`;
  const end = note.lastIndexOf('\n\n');
  if (end < 0) return 'there is no blank line before the signatures';
  const lines = note.slice(end + 2).split('\n');
  const prefix = `— ${name} `;
  const signatures = lines
    .filter((line) => line.startsWith(prefix))
    .map((line) => Buffer.from(line.slice(prefix.length), 'base64'))
    .filter((signature) => signature.subarray(0, 4).toString('hex') === id);
  if (signatures.length === 0) return `there is no signature of ${name} with the key ${id}`;
  const publicKey = createPublicKey({
    key: Buffer.concat([DER_PREFIX, key.subarray(1)]),
    format: 'der',
    type: 'spki',
  });
  const text = Buffer.from(note.slice(0, end + 1));
  const isGood = signatures.every((signature) => verify(null, text, publicKey, signature.subarray(4)));
  return isGood ? undefined : 'the signature is not of this text';
}

/** The checkpoint in a note; undefined if it is none. */
export function readCheckpoint(note: string): Checkpoint | undefined {
  const [origin = '', size = '', root = ''] = note.split('\n', 3);
  const hash = readHash(root);
  return origin === '' || !NUMBER.test(size) || hash === undefined
    ? undefined
    : { origin, size: Number(size), root: hash };
}

/** A hash in Base64; undefined if it is none. */
function readHash(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text ? bytes : undefined;
}

/** Hashes, one a line; undefined if a line is none. */
export function readHashes(text: string): readonly Buffer[] | undefined {
  const lines = text.split('\n');
  if (lines.pop() !== '') return undefined;
  const hashes = lines.map(readHash).filter((hash) => hash !== undefined);
  return hashes.length === lines.length ? hashes : undefined;
}

/** The parts of a proof. */
export interface ProofFile {
  /** The entry: registries of Primes have it in the line `extra`. */
  readonly entry: Buffer;
  readonly index: number;
  readonly hashes: readonly Buffer[];
  /** A signed note. */
  readonly checkpoint: string;
}

const PROOF =
  /^c2sp\.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/=]+)\nindex (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/=]+\n)*)\n/;

/** The parts; undefined if the text is no proof, or has no entry. */
export function readProofFile(text: string): ProofFile | undefined {
  const [head, extra = '', index = '', lines = ''] = PROOF.exec(text) ?? [];
  const hashes = readHashes(lines);
  if (head === undefined || hashes === undefined) return undefined;
  return {
    entry: Buffer.from(extra, 'base64'),
    index: Number(index),
    hashes,
    checkpoint: text.slice(head.length),
  };
}
