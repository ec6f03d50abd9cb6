// Signed notes, checkpoints and verifier keys of transparency logs.
import {
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  type Note,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  type VerifierKey,
  verifyNote,
} from '@prime-registry/tlog';
import { expect, type Target } from '../target.ts';
import { readOrRefuse } from './read-or-refuse.ts';
import { sha256 } from './sha256.ts';

/** Words of notes and keys, also for the other targets of transparency logs. */
export const NOTE_WORDS = [
  '\u2014 ',
  '\n\n',
  '\n',
  ' ',
  '+',
  '=',
  '==',
  '0',
  '9007199254740991',
  '9007199254740992',
  'log.example',
  'AAAAAAA=',
  'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
  'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  'Uw2QOg==',
  'AQ',
  'BA',
  'Bg',
  'é',
  '\u202e',
  '\u0000',
];

const KEY = parseVerifierKey(sha256, 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');

export const note: Target = {
  name: 'note',
  weight: 8,
  usualBytes: 600,
  dictionary: NOTE_WORDS,
  open: () => ({
    run(input) {
      const text = input.toString('utf8');
      return [checkNote(text), checkCheckpoint(text), checkKey(text)].join('; ');
    },
  }),
};

function checkNote(text: string): string {
  const read = readOrRefuse(() => parseNote(text));
  if ('refused' in read) return read.refused;
  expect(formatNote(read.value) === text, 'a note is written otherwise than it was read');
  return `a note with ${read.value.signatures.length} signatures, ${checkSignatures(read.value)}`;
}

/** A verifier that accepts everything gets only signatures of its key; one that refuses everything finds none. */
function checkSignatures(read: Note): string {
  const good = readOrRefuse(() => verifyNote({ ed25519: () => true }, read, [KEY]));
  const none = readOrRefuse(() => verifyNote({ ed25519: () => false }, read, [KEY]));
  expect('refused' in none, 'a note without a good signature is believed');
  if ('refused' in good) return good.refused;
  expect(
    good.value.length > 0 && good.value.every(({ key }) => key === KEY),
    'a signature of nobody is good',
  );
  return checkCheckpoint(read.text);
}

function checkCheckpoint(text: string): string {
  const read = readOrRefuse(() => parseCheckpoint(text));
  if ('refused' in read) return read.refused;
  const written = formatCheckpoint(read.value);
  expect(text.startsWith(written), 'a checkpoint is written otherwise than it was read');
  return written === text ? 'a checkpoint' : 'a checkpoint with extensions';
}

function checkKey(text: string): string {
  const read = readOrRefuse<VerifierKey>(() => parseVerifierKey(sha256, text));
  if ('refused' in read) return read.refused;
  expect(formatVerifierKey(sha256, read.value) === text, 'a key is written otherwise than it was read');
  return `a key of type ${read.value.type}`;
}
