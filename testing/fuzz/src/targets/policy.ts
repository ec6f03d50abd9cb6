// Trust policies of transparency logs.
import { evaluatePolicy, parseNote, parsePolicy } from '@prime-registry/tlog';
import { expect, type Target } from '../target.ts';
import { NOTE_WORDS } from './note.ts';
import { readOrRefuse } from './read-or-refuse.ts';
import { sha256 } from './sha256.ts';

/** A checkpoint with the signature of a log, the key of which is in the corpus. */
const CHECKPOINT = parseNote(`example.com/foo
1
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

\u2014 example.com/foo Uw2QOgA=
`);

export const policy: Target = {
  name: 'policy',
  weight: 6,
  usualBytes: 800,
  dictionary: [
    'log ',
    'witness ',
    'group ',
    'quorum ',
    'none',
    'all ',
    'any ',
    '#',
    '\t',
    '1',
    '2',
    ...NOTE_WORDS,
  ],
  open: () => ({
    run(input) {
      const read = readOrRefuse(() => parsePolicy(sha256, input.toString('utf8')));
      if ('refused' in read) return read.refused;
      const { logs, witnesses, groups, quorum } = read.value;
      expect(
        groups.every(({ threshold, members }) => threshold >= 1 && threshold <= members.length),
        'a group has a threshold that it cannot have',
      );
      const believed = readOrRefuse(() => evaluatePolicy({ ed25519: () => true }, read.value, CHECKPOINT));
      expect(
        'refused' in believed || quorum === undefined,
        'a checkpoint without cosignatures meets a quorum',
      );
      const verdict = 'refused' in believed ? believed.refused : 'believed';
      return `${logs.length} logs, ${witnesses.length} witnesses, ${groups.length} groups, ${verdict}`;
    },
  }),
};
