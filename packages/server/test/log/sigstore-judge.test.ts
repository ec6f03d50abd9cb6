// The log of a running registry, judged by programs of others: checkpoint and proofs by the verifier of Sigstore, tiles by a
// root that is computed here after the definitions of RFC 6962, the bare signature by OpenSSL.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { parseNote, parseProofFile } from '@prime-registry/tlog';
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
import { growLog } from './log-suite.ts';

type SigstoreEntry = Parameters<typeof verifyCheckpoint>[0];

/** More than a tile. */
const SIZE = 300;
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) console.error('NOT TESTED: there is no openssl to verify a checkpoint with');

const registry = await startRegistry();
const folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
after(async () => {
  await registry.stop();
  await rm(folder, { recursive: true });
});
const { author, anonymous, store } = registry;
const early = await author.mustPublish({ version: '1.0.0' });
await growLog(store, SIZE - 1);
const late = await author.mustPublish({ version: '1.1.0' });

interface LogKey {
  readonly name: string;
  readonly id: Buffer;
  readonly der: Buffer;
  readonly key: KeyObject;
}

/** The key of the log, read from its text without code of ours. */
async function readKey(): Promise<LogKey> {
  const [vkey = ''] = (await anonymous.get('/-/log')).json.vkeys;
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? [];
  const prefix = Buffer.from('302a300506032b6570032100', 'hex');
  const der = Buffer.concat([prefix, Buffer.from(encoded, 'base64').subarray(1)]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return { name, id: Buffer.from(id, 'hex'), der, key };
}

/** Verifies a proof as that of a Sigstore bundle. */
async function verify(proof: string, changes: Partial<SigstoreEntry> = {}): Promise<void> {
  const { name, id, key } = await readKey();
  const { extra = new Uint8Array(), index, hashes, checkpoint } = parseProofFile(proof);
  const entry: SigstoreEntry = {
    logIndex: String(index),
    logId: { keyId: id },
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
    ...changes,
  };
  const validFor = { start: new Date(0), end: new Date(8.64e15) };
  const log = { logID: id, baseURL: `https://${name}`, publicKey: key, validFor };
  verifyMerkleInclusion(entry, verifyCheckpoint(entry, [log]));
}

test('Sigstore accepts proofs of receipts, of versions now and of earlier sizes', async () => {
  for (const proof of [
    ...[early, late].map(({ log }) => log?.proof ?? assert.fail('no proof')),
    (await anonymous.get('/-/primes/@acme/web-style/1.0.0/proof')).text,
    (await anonymous.get('/-/primes/@acme/web-style/1.0.0/proof?size=257')).text,
  ])
    await verify(proof);
});

test('Sigstore refuses a proof for another entry', async () => {
  const { text } = await anonymous.get('/-/primes/@acme/web-style/1.0.0/proof');
  await assert.rejects(verify(text, { canonicalizedBody: Buffer.from('{}') }), /root hash does not match/);
});

test('the tiles have the root of the checkpoint, by the definition of RFC 6962', async () => {
  const { text } = await anonymous.get('/-/log/checkpoint');
  const [, size, root] = text.split('\n');
  assert.equal(size, String(SIZE));
  const tiles = await Promise.all(
    ['000', `001.p/${SIZE - 256}`].map((tile) => fetch(`${registry.baseUrl}/-/log/tile/0/${tile}`)),
  );
  const bytes = Buffer.concat(
    await Promise.all(tiles.map(async (tile) => Buffer.from(await tile.arrayBuffer()))),
  );
  const leaves = Array.from({ length: SIZE }, (_, index) => bytes.subarray(32 * index, 32 * (index + 1)));
  assert.equal(rootOf(leaves).toString('base64'), root);
});

/** MTH of RFC 6962, section 2.1, of hashes of leaves. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first !== undefined && leaves.length === 1) return first;
  const left = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  const hash = createHash('sha256').update(Buffer.of(1));
  return hash
    .update(rootOf(leaves.slice(0, left)))
    .update(rootOf(leaves.slice(left)))
    .digest();
}

test('OpenSSL verifies the bare signature of the checkpoint', { skip: !hasOpenssl }, async () => {
  const { text, signatures } = parseNote((await anonymous.get('/-/log/checkpoint')).text);
  const files = {
    key: (await readKey()).der,
    signature: signatures[0]?.signature ?? new Uint8Array(),
    message: Buffer.from(text),
    changed: Buffer.from(text.replace(String(SIZE), String(SIZE + 1))),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const statusOf = (message: string): number | null =>
    spawnSync('openssl', [
      ...['pkeyutl', '-verify', '-rawin', '-pubin', '-keyform', 'DER', '-inkey', join(folder, 'key')],
      ...['-sigfile', join(folder, 'signature'), '-in', join(folder, message)],
    ]).status;
  assert.equal(statusOf('message'), 0);
  assert.notEqual(statusOf('changed'), 0);
});
