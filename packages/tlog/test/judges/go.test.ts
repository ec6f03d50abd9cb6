// A whole log in files, as this package writes it, judged by the packages of Go's checksum database.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { useGoJudge } from '@prime-registry/testkit/go-judge';
import {
  encodeBase64,
  encodeEntryBundle,
  encodeHashes,
  formatTilePath,
  formatVerifierKey,
  proveConsistency,
  tileWidth,
} from '../../src/index.ts';
import { entryAt, growTree } from '../grown-tree.ts';
import { ed25519Signer, sha256 } from '../node-crypto.ts';
import { signCheckpoint, signProof } from '../signed-proof.ts';

/** Two full tiles, a partial one, and a level above. */
const SIZE = 700;

const go = useGoJudge();
const signer = ed25519Signer('log.example/-/log', 1);
const vkey = formatVerifierKey(sha256, signer.key);
const folder = mkdtempSync(join(tmpdir(), 'tlog-go-'));
const proofFiles = [0, 255, 256, 698, 699].map((index) => join(folder, `${index}.tlog-proof`));

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

async function writeLog(): Promise<void> {
  const tree = growTree(SIZE);
  write('checkpoint', signCheckpoint(tree, SIZE, signer));
  for (const level of ['entries', 0, 1] as const) {
    for (let position = 0; tileWidth(level, position, SIZE) > 0; position += 1) {
      const width = tileWidth(level, position, SIZE);
      const first = position * 256;
      const content =
        level === 'entries'
          ? encodeEntryBundle(Array.from({ length: width }, (_, index) => entryAt(first + index)))
          : encodeHashes(await tree.read(level, first, first + width));
      write(formatTilePath({ level, position, width }), content);
    }
  }
  for (let from = 1; from < SIZE; from += 1) {
    const proof = await proveConsistency(sha256, tree.read, from, SIZE);
    write(`consistency?from=${from}&to=${SIZE}`, proof.map((hash) => `${encodeBase64(hash)}\n`).join(''));
  }
  for (const index of [0, 255, 256, 698, 699]) {
    write(`${index}.tlog-proof`, await signProof(tree, index, SIZE, signer));
  }
}

/** Runs the judge while a file has other contents. */
async function judgeWith(path: string, change: (content: Buffer) => string | Uint8Array): Promise<string> {
  const content = readFileSync(join(folder, path));
  write(path, change(content));
  try {
    return await go.judge(vkey, folder, proofFiles);
  } finally {
    write(path, content);
  }
}

describe('Go', { skip: go.skip }, () => {
  before(writeLog);
  after(() => rmSync(folder, { recursive: true }));

  test('accepts checkpoint, tiles, entries, consistency proofs and proof files', async () => {
    const verdict = await go.judge(vkey, folder, proofFiles);
    assert.equal(verdict, '700 entries, 88 consistency proofs, 5 proof files');
  });

  test('refuses each of them with one changed byte', async () => {
    const flip = (content: Buffer): Uint8Array => content.map((byte, at) => (at === 40 ? byte ^ 1 : byte));
    const files: [string, RegExp][] = [
      ['checkpoint', /judge: /],
      ['tile/0/001', /invalid transparency proof|inconsistent tile/],
      ['tile/0/002.p/188', /invalid transparency proof|inconsistent tile/],
      ['tile/1/000.p/2', /invalid transparency proof|inconsistent tile/],
      ['tile/entries/001', /entry 25\d: |has \d+ entries, not 256/],
      ['consistency?from=9&to=700', /consistency of 9 and 700|illegal base64/],
      ['255.tlog-proof', /255\.tlog-proof: /],
    ];
    for (const [path, message] of files) {
      await assert.rejects(judgeWith(path, flip), message, path);
    }
  });
});
