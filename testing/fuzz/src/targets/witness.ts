// What logs send to witnesses, and what witnesses answer.
import {
  formatAddCheckpoint,
  formatCheckpoint,
  formatCosignatures,
  formatSizeAnswer,
  parseAddCheckpoint,
  parseSizeAnswer,
  parseVerifierKey,
  readCosignatures,
} from '@prime-registry/tlog';
import { expect, type Target } from '../target.ts';
import { NOTE_WORDS } from './note.ts';
import { readOrRefuse } from './read-or-refuse.ts';
import { sha256 } from './sha256.ts';

/** An Ed25519 key for cosignatures, and a head that it is asked to cosign. */
const KEY = parseVerifierKey(sha256, 'witness.example+ffbe0dfc+BP8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
const TEXT = formatCheckpoint({ origin: 'log.example', size: 3, root: new Uint8Array(32) });

export const witness: Target = {
  name: 'witness',
  weight: 3,
  usualBytes: 500,
  dictionary: ['old ', 'old 0\n', 'witness.example ', ...NOTE_WORDS],
  open: () => ({
    run(input) {
      const text = input.toString('utf8');
      return [checkRequest(text), checkSize(text), checkCosignatures(text)].join('; ');
    },
  }),
};

function checkRequest(text: string): string {
  const read = readOrRefuse(() => parseAddCheckpoint(text));
  if ('refused' in read) return read.refused;
  expect(formatAddCheckpoint(read.value) === text, 'a request is written otherwise than it was read');
  return `a request with ${read.value.proof.length} hashes`;
}

function checkSize(text: string): string {
  const read = readOrRefuse(() => parseSizeAnswer(text));
  if ('refused' in read) return read.refused;
  expect(formatSizeAnswer(read.value) === text, 'a size is written otherwise than it was read');
  return 'a size';
}

/** A verifier that accepts everything gets only cosignatures of its key; one that refuses everything finds none. */
function checkCosignatures(text: string): string {
  const good = readOrRefuse(() => readCosignatures({ ed25519: () => true }, TEXT, text, [KEY]));
  const none = readOrRefuse(() => readCosignatures({ ed25519: () => false }, TEXT, text, [KEY]));
  expect('refused' in none, 'an answer without a good cosignature is believed');
  if ('refused' in good) return good.refused;
  const { value } = good;
  expect(
    value.length > 0 && value.every(({ name, keyId }) => name === KEY.name && keyId === KEY.keyId),
    'a cosignature of nobody is good',
  );
  expect(
    value.every((cosignature) => text.includes(formatCosignatures([cosignature]))),
    'a cosignature is taken that is not in the answer',
  );
  return `an answer with ${value.length} cosignatures`;
}
