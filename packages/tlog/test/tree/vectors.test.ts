// The vectors that all implementations of RFC 6962 share: a tree of eight leaves, its roots and some proofs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appendLeaves,
  EMPTY_EDGE,
  leafHash,
  proveConsistency,
  proveInclusion,
  rootOf,
  type TreeHead,
  verifyConsistency,
  verifyInclusion,
} from '../../src/index.ts';
import { sha256 } from '../node-crypto.ts';

const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];

/** The root of each size, from 0. */
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const LEAF_1 = '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d';
const LEAF_2 = '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7';
const LEAF_5 = 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b';
const LEAVES_3_4 = '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e';
const LEAVES_5_6 = '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a';
const LEAVES_7_8 = 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0';
const LEAVES_1_4 = 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7';
const LEAVES_5_8 = '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4';

const INCLUSION = [
  { index: 0, size: 1, proof: [] },
  { index: 0, size: 8, proof: [LEAF_2, LEAVES_3_4, LEAVES_5_8] },
  { index: 5, size: 8, proof: [LEAF_5, LEAVES_7_8, LEAVES_1_4] },
  { index: 2, size: 3, proof: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
  { index: 1, size: 5, proof: [LEAF_1, LEAVES_3_4, LEAF_5] },
];

const CONSISTENCY = [
  { from: 1, to: 1, proof: [] },
  { from: 1, to: 8, proof: [LEAF_2, LEAVES_3_4, LEAVES_5_8] },
  { from: 6, to: 8, proof: [LEAVES_5_6, LEAVES_7_8, LEAVES_1_4] },
  { from: 2, to: 5, proof: [LEAVES_3_4, LEAF_5] },
];

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const unhex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));
const leaves = ENTRIES.map((entry) => leafHash(sha256, unhex(entry)));
const read = async (_level: number, from: number, to: number): Promise<Uint8Array[]> =>
  leaves.slice(from, to);

test('the roots of trees of 0 to 8 leaves', () => {
  const roots = ROOTS.map((_, size) =>
    rootOf(sha256, appendLeaves(sha256, EMPTY_EDGE, leaves.slice(0, size)).edge),
  );
  assert.deepEqual(roots.map(hex), ROOTS);
});

test('inclusion proofs', async () => {
  for (const { index, size, proof } of INCLUSION) {
    assert.deepEqual((await proveInclusion(sha256, read, index, size)).map(hex), proof);
    const leaf = leaves[index] ?? new Uint8Array();
    const root = unhex(ROOTS[size] ?? '');
    assert.ok(verifyInclusion(sha256, { index, size, leaf, proof: proof.map(unhex), root }));
  }
});

test('consistency proofs', async () => {
  for (const { from, to, proof } of CONSISTENCY) {
    assert.deepEqual((await proveConsistency(sha256, read, from, to)).map(hex), proof);
    const headAt = (size: number): TreeHead => ({ size, root: unhex(ROOTS[size] ?? '') });
    assert.ok(verifyConsistency(sha256, { from: headAt(from), to: headAt(to), proof: proof.map(unhex) }));
  }
});
