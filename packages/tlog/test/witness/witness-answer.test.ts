// Answers of witnesses: C2SP tlog-witness and tlog-cosignature.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addSignatures,
  cosign,
  formatCheckpoint,
  formatCosignatures,
  formatSizeAnswer,
  type NoteSignature,
  parseSizeAnswer,
  readCosignatures,
  signNote,
} from '../../src/index.ts';
import { ed25519Signer, mlDsa44Signer, VERIFIERS } from '../node-crypto.ts';

const log = ed25519Signer('log.example', 1);
const witness = ed25519Signer('witness.example/w1', 2, true);
const other = ed25519Signer('witness.example/w2', 3, true);
const text = formatCheckpoint({ origin: 'log.example', size: 3, root: new Uint8Array(32).fill(5) });
const TIME = 1_679_315_147;

function read(...cosignatures: readonly NoteSignature[]): NoteSignature[] {
  return readCosignatures(VERIFIERS, text, formatCosignatures(cosignatures), [witness.key]);
}

test('the cosignatures of known keys are taken from an answer, all others are ignored', () => {
  const own = cosign(witness, text, TIME);
  assert.deepEqual(read(cosign(other, text, TIME), own), [own]);
  const pq = mlDsa44Signer('witness.example/w1');
  const both = [own, cosign(pq, text, TIME)];
  assert.deepEqual(readCosignatures(VERIFIERS, text, formatCosignatures(both), [witness.key, pq.key]), both);
});

test('of many cosignatures of one key, the newest one is taken: a note has room for a hundred signatures of all', () => {
  const many = Array.from({ length: 100 }, (_, index) => cosign(witness, text, TIME + (index % 40)));
  assert.deepEqual(read(...many), [cosign(witness, text, TIME + 39)]);
});

test('an answer without a good cosignature of the witness is refused', () => {
  const head = formatCheckpoint({ origin: 'log.example', size: 4, root: new Uint8Array(32).fill(5) });
  assert.throws(() => read(cosign(witness, head, TIME)), /the signature of witness.example\/w1 does not fit/);
  assert.throws(() => read(cosign(other, text, TIME)), /no known key has signed .* by witness.example\/w2/);
  assert.throws(() => read(), /no signature after its last empty line/);
});

test('an answer with something else than signatures is refused', () => {
  const line = formatCosignatures([cosign(witness, text, TIME)]);
  for (const answer of [`text\n${line}`, `more text\n\n${line}`, `\n${line}`, line.trimEnd(), `${line}\n`])
    assert.throws(() => readCosignatures(VERIFIERS, text, answer, [witness.key]), Error, answer);
});

test('a size is a line with a decimal number', () => {
  assert.equal(formatSizeAnswer(20_852_014), '20852014\n');
  assert.equal(parseSizeAnswer('20852014\n'), 20_852_014);
  assert.equal(parseSizeAnswer('0\n'), 0);
  for (const answer of ['', '1', '01\n', '-1\n', '1\n\n', ' 1\n', '1e3\n', `${2 ** 53}\n`])
    assert.throws(() => parseSizeAnswer(answer), /no line with a decimal size/, answer);
});

test('a newer cosignature takes the place of an older one of the same key', () => {
  const note = signNote(text, [log]);
  const [first, second] = [cosign(witness, text, TIME), cosign(witness, text, TIME + 1)];
  const foreign = cosign(other, text, TIME);
  assert.deepEqual(addSignatures(addSignatures(note, [first, foreign]), [second]).signatures, [
    ...note.signatures,
    foreign,
    second,
  ]);
});
