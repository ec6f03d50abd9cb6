// Trust policies: C2SP tlog-policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cosign,
  evaluatePolicy,
  formatCheckpoint,
  formatVerifierKey,
  type Note,
  type NoteSigner,
  parsePolicy,
  signNote,
} from '../../src/index.ts';
import { ed25519Signer, mlDsa44Signer, sha256, VERIFIERS } from '../node-crypto.ts';

const log = ed25519Signer('log.example', 1);
const witnesses = new Map(
  ['X1', 'X2', 'X3', 'Y1', 'Y2'].map((name, index) => [
    name,
    ed25519Signer(`${name}.example`, index + 2, true),
  ]),
);
const pqWitness = mlDsa44Signer('pq.example');
const text = formatCheckpoint({ origin: 'log.example', size: 3, root: new Uint8Array(32) });

function vkeyOf(signer: NoteSigner | undefined): string {
  assert.ok(signer !== undefined);
  return formatVerifierKey(sha256, signer.key);
}

const LOG = `log ${vkeyOf(log)}\n`;
const WITNESSES = [...witnesses].map(([name, signer]) => `witness ${name} ${vkeyOf(signer)}\n`).join('');

/** The example of the specification, with fewer witnesses. */
const GROUPS = `group X-witnesses 2 X1 X2 X3
group Y-witnesses any Y1 Y2
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

function noteBy(names: readonly string[]): Note {
  const note = signNote(text, [log]);
  const cosignatures = names.map((name, index) =>
    cosign(witnesses.get(name) ?? pqWitness, text, 100 + index),
  );
  return { text, signatures: [...note.signatures, ...cosignatures] };
}

test('a policy is read, with comments, addresses and any white space', () => {
  const policy = parsePolicy(
    sha256,
    `# logs\n\n \t${LOG.trim()}\thttps://log.example/\t\n${WITNESSES}  # groups: ü\n${GROUPS}`,
  );
  assert.deepEqual(policy.logs, [{ key: log.key, url: 'https://log.example/' }]);
  assert.deepEqual(
    policy.witnesses.map(({ name }) => name),
    ['X1', 'X2', 'X3', 'Y1', 'Y2'],
  );
  assert.deepEqual(policy.groups, [
    { name: 'X-witnesses', threshold: 2, members: ['X1', 'X2', 'X3'] },
    { name: 'Y-witnesses', threshold: 1, members: ['Y1', 'Y2'] },
    { name: 'X-and-Y', threshold: 2, members: ['X-witnesses', 'Y-witnesses'] },
  ]);
  assert.equal(policy.quorum, 'X-and-Y');
});

test('the quorum of the example needs two of X and one of Y', () => {
  const policy = parsePolicy(sha256, LOG + WITNESSES + GROUPS);
  const { checkpoint, logKeys, cosigned } = evaluatePolicy(VERIFIERS, policy, noteBy(['X1', 'X3', 'Y2']));
  assert.equal(checkpoint.size, 3);
  assert.deepEqual(logKeys, [log.key]);
  assert.deepEqual(
    [...cosigned],
    [
      ['X1', 100],
      ['X3', 101],
      ['Y2', 102],
    ],
  );
  for (const names of [[], ['X1', 'Y1', 'Y2'], ['X1', 'X2', 'X3'], ['X1', 'X1', 'Y1']]) {
    assert.throws(() => evaluatePolicy(VERIFIERS, policy, noteBy(names)), {
      name: 'TlogError',
      message: 'too few witnesses have cosigned the checkpoint: the quorum X-and-Y of the policy is not met',
    });
  }
});

test('a single witness can be the quorum, also with ML-DSA-44; of two times the newer counts', () => {
  const policy = parsePolicy(sha256, `${LOG}witness pq ${vkeyOf(pqWitness)}\nquorum pq\n`);
  const { cosigned } = evaluatePolicy(VERIFIERS, policy, noteBy(['pq', 'pq']));
  assert.deepEqual([...cosigned], [['pq', 101]]);
  assert.throws(
    () => evaluatePolicy(VERIFIERS, policy, noteBy([])),
    /the quorum pq of the policy is not met/,
  );
});

test('without a quorum, the signature of the log is enough, and nothing less', () => {
  const policy = parsePolicy(sha256, `${LOG}${WITNESSES}quorum none`);
  assert.equal(evaluatePolicy(VERIFIERS, policy, noteBy([])).cosigned.size, 0);
  const { signatures } = noteBy(['X1']);
  assert.throws(
    () => evaluatePolicy(VERIFIERS, policy, { text, signatures: signatures.slice(1) }),
    /no log of the policy has signed the checkpoint of log.example/,
  );
});

test('a log signs only for its own origin', () => {
  const policy = parsePolicy(sha256, `${LOG}quorum none\n`);
  const other = formatCheckpoint({ origin: 'other.example', size: 3, root: new Uint8Array(32) });
  assert.throws(
    () => evaluatePolicy(VERIFIERS, policy, signNote(other, [log])),
    /no log of the policy has signed the checkpoint of other.example/,
  );
});

test('a group of groups of groups needs no recursion', () => {
  const groups = Array.from({ length: 20_000 }, (_, index) => `group g${index + 1} all g${index}\n`).join('');
  const policy = parsePolicy(
    sha256,
    `${LOG}witness g0 ${vkeyOf(witnesses.get('X1'))}\n${groups}quorum g20000\n`,
  );
  assert.equal(evaluatePolicy(VERIFIERS, policy, noteBy(['X1'])).cosigned.size, 1);
  assert.throws(() => evaluatePolicy(VERIFIERS, policy, noteBy([])), /the quorum g20000/);
});

test('what is no policy is refused with its line', () => {
  const x1 = `witness X1 ${vkeyOf(witnesses.get('X1'))}\n`;
  const renamed = ed25519Signer('renamed.example', 1);
  const cases: [string, RegExp][] = [
    ['', /^the policy has no quorum line: "quorum none" asks for no witness$/],
    [LOG, /^the policy has no quorum line/],
    ['quorum none\nquorum none\n', /^line 2 of the policy: there is a quorum already$/],
    ['quorum X1\n', /^line 1 of the policy: no line before defines X1$/],
    ['quorum\n', /^line 1 of the policy: a quorum is "quorum <name>"$/],
    ['quorum none none\n', /^line 1 of the policy: a quorum is/],
    ['\nlogs\n', /^line 2 of the policy: "logs" is none of log, witness, group and quorum$/],
    ['constructor\n', /^line 1 of the policy: "constructor" is none of/],
    ['log\n', /^line 1 of the policy: a log is "log <vkey> \[<url>\]"$/],
    [`${LOG.trim()} a b\n`, /^line 1 of the policy: a log is/],
    ['log a\n', /^line 1 of the policy: "a" is no verifier key/],
    [
      `${LOG}log ${vkeyOf(renamed)}\n`,
      /^line 2 of the policy: the public key of renamed.example is on a line before/,
    ],
    ['witness a\n', /^line 1 of the policy: a witness is "witness <name> <vkey> \[<url>\]"$/],
    [`witness a ${vkeyOf(log)}\n`, /^line 1 of the policy: the key of a is none for cosignatures$/],
    [`witness none ${vkeyOf(witnesses.get('X1'))}\n`, /^line 1 of the policy: the name none is taken$/],
    [x1 + x1, /^line 2 of the policy: the public key of X1.example is on a line before, too$/],
    [`${x1}group X1 all X1\n`, /^line 2 of the policy: the name X1 is taken$/],
    [
      `${x1}group a all\n`,
      /^line 2 of the policy: a group is "group <name> <all\|any\|number> <member>..."$/,
    ],
    [`${x1}group a 2 X1\n`, /^line 2 of the policy: "2" is neither all, any nor a number from 1 to 1$/],
    [`${x1}group a 0 X1\n`, /"0" is neither/],
    [`${x1}group a 01 X1\n`, /"01" is neither/],
    [`${x1}group a all X1 X1\n`, /^line 2 of the policy: X1 is a member of a group already$/],
    [`${x1}group a all X1\ngroup b all X1\n`, /^line 3 of the policy: X1 is a member of a group already$/],
    [`${x1}group a all none\n`, /^line 2 of the policy: no line before defines none$/],
    [`${x1}group a all a\n`, /^line 2 of the policy: no line before defines a$/],
    ['quorum none\r\n', /^line 1 of the policy: it has a control character$/],
  ];
  for (const [policy, message] of cases) {
    assert.throws(() => parsePolicy(sha256, policy), { name: 'TlogError', message }, policy);
  }
});
