// Cosignatures of witnesses: C2SP tlog-cosignature.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cosign,
  formatCheckpoint,
  formatNote,
  type Note,
  type NoteSignature,
  parseNote,
  signNote,
  verifyNote,
} from '../../src/index.ts';
import { ed25519Signer, mlDsa44Signer, VERIFIERS } from '../node-crypto.ts';

const log = ed25519Signer('log.example', 1);
const witness = ed25519Signer('witness.example', 2, true);
const pqWitness = mlDsa44Signer('pq.example');

const text = formatCheckpoint({ origin: 'log.example', size: 3, root: new Uint8Array(32).fill(5) });
const TIME = 1_679_315_147;

function noteWith(...cosignatures: readonly NoteSignature[]): Note {
  const note = signNote(text, [log]);
  return { ...note, signatures: [...note.signatures, ...cosignatures] };
}

test('cosignatures of both algorithms verify and tell their time', () => {
  const note = noteWith(cosign(witness, text, TIME), cosign(pqWitness, text, TIME + 1));
  const keys = [log.key, witness.key, pqWitness.key];
  assert.deepEqual(verifyNote(VERIFIERS, parseNote(formatNote(note)), keys), [
    { key: log.key },
    { key: witness.key, time: TIME },
    { key: pqWitness.key, time: TIME + 1 },
  ]);
});

test('the time is part of what is signed', () => {
  for (const signer of [witness, pqWitness]) {
    const cosignature = cosign(signer, text, TIME);
    const later = Uint8Array.from(cosignature.signature);
    later[7] = (later[7] ?? 0) ^ 1;
    const note = noteWith({ ...cosignature, signature: later });
    assert.throws(
      () => verifyNote(VERIFIERS, note, [signer.key]),
      /the signature of .* does not fit the note/,
    );
  }
});

test('a cosignature of another checkpoint does not verify', () => {
  const other = formatCheckpoint({ origin: 'log.example', size: 4, root: new Uint8Array(32).fill(5) });
  for (const signer of [witness, pqWitness]) {
    const note = noteWith(cosign(signer, other, TIME));
    assert.throws(() => verifyNote(VERIFIERS, note, [signer.key]), /does not fit the note/);
  }
});

test('a cosignature without a time, or with one behind 2^53, does not verify', () => {
  const { name, keyId } = witness.key;
  for (const signature of [new Uint8Array(7), new Uint8Array(72).fill(255)]) {
    const note = noteWith({ name, keyId, signature });
    assert.throws(() => verifyNote(VERIFIERS, note, [witness.key]), /does not fit the note/);
  }
});

test('a program without ML-DSA treats its keys as unknown', () => {
  const note = noteWith(cosign(pqWitness, text, TIME));
  const keys = [log.key, pqWitness.key];
  assert.deepEqual(verifyNote({ ed25519: VERIFIERS.ed25519 }, note, keys), [{ key: log.key }]);
});

test('each key signs only what it is for', () => {
  assert.throws(() => cosign(log, text, TIME), /the key log.example is none for cosignatures/);
  assert.throws(() => signNote(text, [witness]), /the key witness.example is for cosignatures only/);
  assert.throws(
    () => cosign(witness, 'no checkpoint\n', TIME),
    /line 2 of the checkpoint is empty or missing/,
  );
  const long = mlDsa44Signer('a'.repeat(256));
  assert.throws(() => cosign(long, text, TIME), /names of at most 255 bytes, not 256/);
});
