// Proof files of transparency logs.
import { formatProofFile, leafHash, parseProofFile, verifyInclusion } from '@prime-registry/tlog';
import { expect, type Target } from '../target.ts';
import { NOTE_WORDS } from './note.ts';
import { readOrRefuse } from './read-or-refuse.ts';
import { sha256 } from './sha256.ts';

const ROOT = new Uint8Array(32);

export const proof: Target = {
  name: 'proof',
  weight: 6,
  usualBytes: 800,
  dictionary: ['c2sp.org/tlog-proof@v1\n', 'extra ', 'index ', ...NOTE_WORDS],
  open: () => ({
    run(input) {
      const text = input.toString('utf8');
      const read = readOrRefuse(() => parseProofFile(text));
      if ('refused' in read) return read.refused;
      expect(formatProofFile(read.value) === text, 'a proof is written otherwise than it was read');
      const { extra = new Uint8Array(), index, hashes } = read.value;
      const claim = { index, size: index + 1, leaf: leafHash(sha256, extra), proof: hashes, root: ROOT };
      expect(!verifyInclusion(sha256, claim), 'a proof leads to a root that nothing has');
      return `a proof with ${hashes.length} hashes${read.value.extra === undefined ? '' : ' and extra data'}`;
    },
  }),
};
