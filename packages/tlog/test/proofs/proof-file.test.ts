// Proof files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { formatProofFile, parseProofFile } from '../../src/index.ts';

const CHECKPOINT = `example.com/log
109482
sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=

— example.com/log AAAAAAAA
`;

const PROOF = `c2sp.org/tlog-proof@v1
extra YWdl
index 73894
gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=

${CHECKPOINT}`;

test('a proof is written as C2SP tlog-proof writes it, and comes back', () => {
  const proof = parseProofFile(PROOF);
  assert.equal(proof.index, 73_894);
  assert.equal(Buffer.from(proof.extra ?? []).toString(), 'age');
  assert.deepEqual(
    proof.hashes.map((hash) => hash[0]),
    [0x81, 0x07],
  );
  assert.equal(proof.checkpoint, CHECKPOINT);
  assert.equal(formatProofFile(proof), PROOF);
});

test('the smallest proof has neither extra data nor hashes', () => {
  const text = `c2sp.org/tlog-proof@v1\nindex 0\n\n${CHECKPOINT}`;
  assert.deepEqual(parseProofFile(text), { index: 0, hashes: [], checkpoint: CHECKPOINT });
  assert.equal(formatProofFile(parseProofFile(text)), text);
});

test('any proof comes back', () => {
  const proofs = fc.tuple(
    fc.option(fc.uint8Array({ maxLength: 2000 }), { nil: undefined }),
    fc.maxSafeNat(),
    fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 64 }),
  );
  fc.assert(
    fc.property(proofs, ([extra, index, hashes]) => {
      const proof = { ...(extra === undefined ? {} : { extra }), index, hashes, checkpoint: CHECKPOINT };
      assert.deepEqual(parseProofFile(formatProofFile(proof)), proof);
    }),
    COSTLY,
  );
});

test('what is no proof is refused with its line', () => {
  const cases: [string, RegExp][] = [
    ['', /no empty line before its checkpoint/],
    [PROOF.replace('\n\n', '\n').replace('\n\n', '\n'), /no empty line before its checkpoint/],
    [PROOF.replace('@v1', '@v2'), /line 1 of the proof is not c2sp.org\/tlog-proof@v1/],
    [PROOF.replace('YWdl', 'YWdl='), /line 2 of the proof is not "extra <Base 64>"/],
    [PROOF.replace('extra', 'Extra'), /line 2 of the proof is not "index <decimal below 2\^53>"/],
    [PROOF.replace('index', 'extra'), /line 3 of the proof is not "index/],
    [PROOF.replace('73894', '073894'), /line 3 of the proof is not "index/],
    [PROOF.replace('73894', '9007199254740992'), /line 3 of the proof is not "index/],
    [PROOF.replace('index 73894\n', ''), /line 3 of the proof is not "index/],
    ['c2sp.org/tlog-proof@v1\n\nrest', /line 2 of the proof is not "index/],
    [PROOF.replace('XmA=', 'XmA'), /line 5 of the proof is no hash of 32 bytes in Base 64/],
    [PROOF.replace('XmA=\n', 'XmA=\nAAAA\n'), /line 6 of the proof is no hash/],
    [PROOF.replaceAll('\n', '\r\n'), /no empty line/],
    [
      PROOF.replace('XmA=\n', `XmA=\n${`${'A'.repeat(43)}=\n`.repeat(63)}`),
      /the proof has 65 hashes, more than any tree needs/,
    ],
  ];
  for (const [text, message] of cases) {
    assert.throws(() => parseProofFile(text), { name: 'TlogError', message }, text);
  }
});
