// The signature of a checkpoint, verified by OpenSSL: Ed25519 over the text of the note, and nothing else.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseNote } from '../../src/index.ts';
import { growTree } from '../grown-tree.ts';
import { ed25519Signer } from '../node-crypto.ts';
import { signCheckpoint } from '../signed-proof.ts';

const isMissing = spawnSync('openssl', ['version']).status !== 0;
if (isMissing) console.error('NOT TESTED: there is no openssl to verify a checkpoint with');

const folder = mkdtempSync(join(tmpdir(), 'tlog-openssl-'));
after(() => rmSync(folder, { recursive: true }));

/** What comes before the public key in SPKI (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

test('OpenSSL verifies a checkpoint, and refuses a changed one', { skip: isMissing }, () => {
  const signer = ed25519Signer('log.example', 1);
  const { text, signatures } = parseNote(signCheckpoint(growTree(5), 5, signer));
  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const key = file('key.der', Buffer.concat([SPKI_PREFIX, signer.key.publicKey]));
  const signature = file('signature', signatures[0]?.signature ?? '');
  const verify = (message: string): number | null =>
    spawnSync('openssl', [
      ...['pkeyutl', '-verify', '-rawin', '-pubin', '-keyform', 'DER', '-inkey', key],
      ...['-sigfile', signature, '-in', file('message', message)],
    ]).status;
  assert.equal(verify(text), 0);
  assert.notEqual(verify(text.replace('5', '6')), 0);
});
