// What this package writes, read by a second implementation: the verifier of Sigstore.
import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
import { parseProofFile } from '../../src/index.ts';
import { growTree } from '../grown-tree.ts';
import { ed25519Signer } from '../node-crypto.ts';
import { signProof } from '../signed-proof.ts';

type SigstoreEntry = Parameters<typeof verifyCheckpoint>[0];
type SigstoreLog = Parameters<typeof verifyCheckpoint>[1][number];

const tree = growTree(300);
const signer = ed25519Signer('log.example', 1);

const keyId = Buffer.alloc(4);
keyId.writeUint32BE(signer.key.keyId);
const x = Buffer.from(signer.key.publicKey).toString('base64url');
const sigstoreLog: SigstoreLog = {
  logID: keyId,
  baseURL: 'https://log.example',
  publicKey: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
  validFor: { start: new Date(0), end: new Date(8.64e15) },
};

/** A proof file in the form of a Sigstore bundle. */
function toSigstore(proofFile: string): SigstoreEntry {
  const { extra = new Uint8Array(), index, hashes, checkpoint } = parseProofFile(proofFile);
  return {
    logIndex: String(index),
    logId: { keyId },
    kindVersion: { kind: '', version: '' },
    integratedTime: '0',
    inclusionPromise: undefined,
    inclusionProof: {
      logIndex: String(index),
      rootHash: Buffer.alloc(0),
      treeSize: '0',
      hashes: hashes.map((hash) => Buffer.from(hash)),
      checkpoint: { envelope: checkpoint },
    },
    canonicalizedBody: Buffer.from(extra),
  };
}

function verify(entry: SigstoreEntry): void {
  verifyMerkleInclusion(entry, verifyCheckpoint(entry, [sigstoreLog]));
}

test('Sigstore accepts the proof of every entry at every size', async () => {
  const pairs = fc.tuple(fc.nat({ max: 299 }), fc.nat({ max: 300 }));
  await fc.assert(
    fc.asyncProperty(pairs, async ([index, size]) => {
      fc.pre(index < size);
      verify(toSigstore(await signProof(tree, index, size, signer)));
    }),
    COSTLY,
  );
});

test('Sigstore refuses another entry, another index and another signer', async () => {
  const entry = toSigstore(await signProof(tree, 17, 300, signer));
  verify(entry);
  assert.throws(
    () => verify({ ...entry, canonicalizedBody: Buffer.from('entry 18') }),
    /root hash does not match/,
  );
  const moved = { ...entry.inclusionProof, logIndex: '18' };
  assert.throws(() => verify({ ...entry, inclusionProof: moved }), /root hash does not match/);
  const thief = await signProof(tree, 17, 300, { ...ed25519Signer('x', 2), key: signer.key });
  assert.throws(() => verify(toSigstore(thief)), /invalid checkpoint signature/);
});
