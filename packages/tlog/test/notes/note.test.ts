// Signed notes as text, and their verification.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import {
  formatNote,
  type NoteSigner,
  parseNote,
  parseVerifierKey,
  signNote,
  verifyNote,
} from '../../src/index.ts';
import { ed25519Signer, sha256, VERIFIERS } from '../node-crypto.ts';

/** The example of C2SP signed-note. */
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';

const one = ed25519Signer('one.example', 1);
const two = ed25519Signer('two.example', 2);

function noteBy(...signers: readonly NoteSigner[]): string {
  return formatNote(signNote('a text\n\nwith an empty line\n', signers));
}

test('the example of the specification verifies', () => {
  const note = parseNote(EXAMPLE);
  assert.equal(note.text, 'This is an example message.\n');
  assert.equal(formatNote(note), EXAMPLE);
  const key = parseVerifierKey(sha256, EXAMPLE_KEY);
  assert.deepEqual(verifyNote(VERIFIERS, note, [key]), [{ key }]);
});

test('the signatures of known keys are found, those of others ignored', () => {
  const note = parseNote(noteBy(one, two));
  assert.equal(note.text, 'a text\n\nwith an empty line\n');
  assert.deepEqual(verifyNote(VERIFIERS, note, [two.key, one.key]), [{ key: one.key }, { key: two.key }]);
  assert.deepEqual(verifyNote(VERIFIERS, note, [two.key]), [{ key: two.key }]);
  const renamed = { ...two.key, name: one.key.name };
  assert.throws(() => verifyNote(VERIFIERS, note, [renamed]), {
    name: 'TlogError',
    message: 'no known key has signed the note: its signatures are by one.example, two.example',
  });
});

test('a bad signature of a known key spoils the note, also beside a good one', () => {
  const [first] = signNote('another text\n', [two]).signatures;
  assert.ok(first !== undefined);
  const note = signNote('a text\n', [one]);
  const mixed = { ...note, signatures: [...note.signatures, first] };
  assert.throws(
    () => verifyNote(VERIFIERS, mixed, [one.key, two.key]),
    /the signature of two.example does not fit/,
  );
  assert.deepEqual(verifyNote(VERIFIERS, mixed, [one.key]), [{ key: one.key }]);
});

test('no changed character of a note verifies', () => {
  const text = noteBy(one);
  fc.assert(
    fc.property(fc.nat({ max: text.length - 1 }), fc.integer({ min: 1, max: 0xff }), (index, by) => {
      const changed = String.fromCharCode(text.charCodeAt(index) ^ by);
      assert.throws(
        () =>
          verifyNote(VERIFIERS, parseNote(text.slice(0, index) + changed + text.slice(index + 1)), [one.key]),
        { name: 'TlogError' },
      );
    }),
  );
});

test('what is no note is refused with its line', () => {
  const [text = '', signature = ''] = EXAMPLE.split('\n\n');
  const cases: [string, RegExp][] = [
    ['', /no empty line between its text and its signatures/],
    [`${text}\n${signature}`, /no empty line/],
    [`${text}\n\n`, /no signature after its last empty line/],
    [EXAMPLE.slice(0, -1), /does not end in a newline/],
    [EXAMPLE.replace('—', '-'), /line 3 of the note is no signature: it is "— <key name> <Base 64>"/],
    [`${EXAMPLE}— a b c\n`, /line 4 of the note is no signature/],
    [`${EXAMPLE}— example.com AAAAAA==\n`, /line 4/],
    [`${EXAMPLE}— example.com AAAAAAA\n`, /line 4/],
    [`${EXAMPLE}— example+com AAAAAAA=\n`, /line 4/],
    [`${EXAMPLE}—  AAAAAAA=\n`, /line 4/],
    [EXAMPLE.replace('an', 'an\t'), /line 1 of the note has a character that no note may have/],
    [EXAMPLE.replaceAll('\n', '\r\n'), /line 1/],
    [EXAMPLE.replace('an', '\ud83d'), /line 1/],
    ['a'.repeat(1_000_001), /has 1000001 characters: more than 1000000 are not read/],
    [EXAMPLE + `${signature}`.repeat(100), /has 101 signatures: more than 100 are not read/],
  ];
  for (const [note, message] of cases) {
    assert.throws(() => parseNote(note), { name: 'TlogError', message }, note.slice(0, 200));
  }
});

test('twenty signatures are no trouble', () => {
  const signers = Array.from({ length: 20 }, (_, index) => ed25519Signer(`${index}.example`, index));
  const note = parseNote(noteBy(...signers));
  assert.equal(
    verifyNote(
      VERIFIERS,
      note,
      signers.map(({ key }) => key),
    ).length,
    20,
  );
});
