// Entries of the transparency log, which may be those of another registry.
import { encodeLogEntry, isKnownEntry, LogEntryError, parseLogEntry } from '@prime-registry/protocol';
import { expect, type Target } from '../target.ts';
import { checkMessage } from './path.ts';

export const entry: Target = {
  name: 'entry',
  weight: 6,
  usualBytes: 600,
  dictionary: [
    '{"at":"2026-11-21T06:19:30Z","by":"e7d742cc9af2",',
    '"v":1}',
    '"v":2',
    '"type":"publish"',
    '"type":"new"',
    '"size":0',
    '"name":"@acme/web-style"',
    '"version":"1.0.0"',
    '"":',
    '"__proto__":',
    '[[[[',
    '-0',
    '1e3',
    '9007199254740992',
    'null',
    'true',
    '\\u0041',
    '\\ud800',
    '\u202e',
    ',',
  ],
  open: () => ({ run: checkEntry }),
};

function checkEntry(input: Buffer): string {
  try {
    const parsed = parseLogEntry(input);
    if (!isKnownEntry(parsed)) return 'an entry of a newer program';
    expect(
      Buffer.compare(encodeLogEntry(parsed), input) === 0,
      'an entry is encoded otherwise than it was read',
    );
    return `${parsed.type} with ${Object.keys(parsed).length} fields`;
  } catch (error) {
    if (!(error instanceof LogEntryError)) throw error;
    return checkMessage(error.message);
  }
}
