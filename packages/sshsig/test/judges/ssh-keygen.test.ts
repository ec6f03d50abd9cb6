// The ssh-keygen of the machine as the judge: what it signs, this package verifies, and the other way round.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { armorSsh, createSshSigner, SSH_KEY_TYPES, type SshSigner } from '@prime-registry/testkit/ssh';
import {
  findAllowedSigner,
  fingerprintOf,
  isPrincipal,
  PUBLISH_NAMESPACE,
  parseAllowedSigners,
  parsePublicKey,
  parseSignature,
  verifySignature,
} from '../../src/index.ts';
import { LONG_RSA_KEY, LONG_RSA_SIGNATURE } from './long-rsa.ts';

// Without -Y (OpenSSH 8.1) it has nothing to say.
const isMissing = !spawnSync('ssh-keygen', ['-Y', 'sign']).stderr?.toString().includes('namespace');
if (isMissing) console.error('NOT TESTED: there is no ssh-keygen that signs, which should verify signatures');

const folder = mkdtempSync(join(tmpdir(), 'sshsig-'));
after(() => rmSync(folder, { recursive: true }));

const MESSAGE = 'prime-statement/v1\nname @acme/web-style\n';
const USE = { namespace: PUBLISH_NAMESPACE };
const ID = 'ada@example.com';

/** Whether ssh-keygen says that the signature is good, by a key of the list. */
function keygenVerifies(allowed: string, signature: string, message = MESSAGE): boolean {
  const [signers, file] = [join(folder, 'allowed'), join(folder, 'signature')];
  writeFileSync(signers, allowed);
  writeFileSync(file, signature);
  const args = ['-Y', 'verify', '-q', '-f', signers, '-I', ID, '-n', PUBLISH_NAMESPACE, '-s', file];
  return spawnSync('ssh-keygen', args, { input: message }).status === 0;
}

function oursVerifies(signature: string, message = MESSAGE): boolean {
  return verifySignature(signature, Buffer.from(message), USE).ok;
}

describe('what ssh-keygen signs is verified', { skip: isMissing }, () => {
  const kinds = [['ed25519'], ['ecdsa', '256'], ['ecdsa', '384'], ['ecdsa', '521'], ['rsa', '3072']];
  for (const [type = '', bits] of kinds) {
    const file = join(folder, `${type}${bits ?? ''}`);
    // One key for both digests: to find the primes of a large RSA key takes seconds.
    before(() => {
      const size = bits === undefined ? [] : ['-b', bits];
      execFileSync('ssh-keygen', ['-q', '-t', type, ...size, '-N', '', '-C', 'a comment', '-f', file]);
    });
    for (const hash of ['sha512', 'sha256'])
      test(`${type} ${bits ?? ''} with ${hash}`, () => {
        const args = ['-Y', 'sign', '-q', '-n', PUBLISH_NAMESPACE, '-O', `hashalg=${hash}`, '-f', file];
        const signature = execFileSync('ssh-keygen', args, {
          input: MESSAGE,
          stdio: ['pipe', 'pipe', 'ignore'],
        });
        const line = readFileSync(`${file}.pub`, 'utf8');
        const key = parsePublicKey(line);
        assert.ok(key.ok);
        assert.equal(key.value.comment, 'a comment');
        const printed = execFileSync('ssh-keygen', ['-l', '-f', `${file}.pub`]).toString();
        assert.equal(fingerprintOf(key.value), printed.split(' ')[1]);
        const verified = verifySignature(signature.toString(), Buffer.from(MESSAGE), USE);
        assert.ok(verified.ok);
        assert.equal(verified.value.fingerprint, fingerprintOf(key.value));
        // The form in which it is kept is the one that ssh-keygen writes.
        assert.equal(verified.value.armored, signature.toString());
        const parsed = parseSignature(signature.toString());
        assert.equal(parsed.ok && parsed.value.hash, hash);
        assert.equal(oursVerifies(signature.toString(), `${MESSAGE} `), false);
      });
  }

  test('rsa 4096, which it has signed before', () => {
    assert.ok(keygenVerifies(`${ID} ${LONG_RSA_KEY}\n`, LONG_RSA_SIGNATURE));
    const key = parsePublicKey(LONG_RSA_KEY);
    const verified = verifySignature(LONG_RSA_SIGNATURE, Buffer.from(MESSAGE), USE);
    assert.ok(key.ok && verified.ok);
    assert.equal(verified.value.fingerprint, fingerprintOf(key.value));
    assert.equal(oursVerifies(LONG_RSA_SIGNATURE, `${MESSAGE} `), false);
  });
});

describe('both verify the signatures of a test, and refuse the same changes', { skip: isMissing }, () => {
  for (const type of SSH_KEY_TYPES)
    test(type, () => {
      const signer = createSshSigner(type);
      const allowed = `${ID} ${signer.publicKey}\n`;
      const both = (signature: string, message?: string): readonly [boolean, boolean] => [
        keygenVerifies(allowed, signature, message),
        oursVerifies(signature, message),
      ];
      for (const hash of ['sha256', 'sha512'])
        assert.deepEqual(both(signer.sign(MESSAGE, { hash })), [true, true]);
      assert.deepEqual(both(signer.sign(MESSAGE), 'another message'), [false, false]);
      assert.deepEqual(both(signer.sign(MESSAGE, { namespace: 'git' })), [false, false]);
      assert.deepEqual(both(signer.sign(MESSAGE, { version: 2 })), [false, false]);
      assert.deepEqual(both(signer.sign(MESSAGE, { magic: 'SSHSIC' })), [false, false]);
      assert.deepEqual(both(signer.sign(MESSAGE, { hash: 'sha1' })), [false, false]);
      assert.deepEqual(both(flip(signer, -1)), [false, false]);
      assert.deepEqual(both(flip(signer, -20)), [false, false]);
      const other = createSshSigner(type);
      const bytes = other.sign(MESSAGE, { publicKey: signer.blob });
      assert.deepEqual(both(bytes), [false, false]);
    });

  test('other lines than those of ssh-keygen become its own', () => {
    const signer = createSshSigner();
    const signature = signer.sign(MESSAGE);
    const allowed = `${ID} ${signer.publicKey}\n`;
    const long = signature.replace(/(.{70})\n/, '$1');
    // Forms turn line feeds into CRLF, which ssh-keygen refuses.
    for (const text of [
      signature.replaceAll('\n', '\r\n'),
      long,
      signature.trimEnd(),
      signature.replaceAll('\n', '\n\n'),
    ]) {
      const verified = verifySignature(text, Buffer.from(MESSAGE), USE);
      assert.ok(verified.ok);
      assert.equal(verified.value.armored, signature);
    }
    assert.ok(keygenVerifies(allowed, signature));
  });
});

describe('lists of allowed signers mean the same', { skip: isMissing }, () => {
  const signer = createSshSigner();
  const signature = signer.sign(MESSAGE);
  const cases: readonly (readonly [list: string, isAllowed: boolean])[] = [
    [`${ID} KEY`, true],
    [`# a comment\n\n  ${ID}\tKEY and words`, true],
    [`*@example.com KEY`, true],
    [`bob@example.com KEY`, false],
    [`!${ID},*@example.com KEY`, false],
    [`"${ID}" KEY`, true],
    [`a?a@example.com KEY`, true],
    [`${ID} namespaces="publish@prime-registry" KEY`, true],
    [`${ID} NAMESPACES="git,publish@*" KEY`, true],
    [`${ID} namespaces="git" KEY`, false],
    [`${ID} valid-after="20200101",valid-before="20991231Z" KEY`, true],
    [`${ID} valid-before="20200101Z" KEY`, false],
    [`${ID} valid-after="209912312359Z" KEY`, false],
    [`bob@example.com KEY\n${ID} KEY`, true],
  ];
  for (const [list, isAllowed] of cases)
    test(JSON.stringify(list), () => {
      const text = list.replaceAll('KEY', signer.publicKey);
      assert.equal(keygenVerifies(`${text}\n`, signature), isAllowed, 'ssh-keygen');
      const parsed = parseAllowedSigners(text);
      const key = parsePublicKey(signer.publicKey);
      assert.ok(parsed.ok && key.ok);
      const use = { namespace: PUBLISH_NAMESPACE, atMs: Date.now() };
      const found = findAllowedSigner(
        parsed.value.filter((each) => isPrincipal(each, ID)),
        key.value,
        use,
      );
      assert.equal(found !== undefined, isAllowed);
    });
});

/** A signature with another byte. */
function flip(signer: SshSigner, at: number): string {
  const bytes = Buffer.from(signer.signBytes(MESSAGE));
  const index = bytes.length + at;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return armorSsh(bytes);
}
