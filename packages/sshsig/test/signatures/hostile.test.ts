// Signatures that are made to be misunderstood: each is refused with a sentence, and nothing throws.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  armorSsh,
  createSshSigner,
  SSH_KEY_TYPES,
  type SshSigner,
  sshMpint,
  sshString,
  sshUint32,
} from '@prime-registry/testkit/ssh';
import {
  KEY_TYPES,
  MAX_ARMOR_LENGTH,
  PUBLISH_NAMESPACE,
  parsePublicKey,
  verifySignature,
} from '../../src/index.ts';

const MESSAGE = 'a message';
const ed25519 = createSshSigner();
const p256 = createSshSigner('ecdsa-sha2-nistp256');
const rsa = createSshSigner('ssh-rsa');
const token = createSshSigner('sk-ssh-ed25519@openssh.com');

function refusalOf(signature: string, message = MESSAGE, namespace = PUBLISH_NAMESPACE): string {
  const verified = verifySignature(signature, Buffer.from(message), { namespace });
  assert.ok(!verified.ok, 'the signature is accepted');
  // One printable line that is a part of a sentence.
  assert.match(verified.message, /^[a-zA-Z][\x20-\x7e…]{10,300}$/);
  return verified.message;
}

/** A signature with other bytes after its algorithm. */
function withBytes(signer: SshSigner, algorithm: string, ...rest: Uint8Array[]): string {
  return signer.sign(MESSAGE, { signature: Buffer.concat([sshString(algorithm), ...rest]) });
}

const GOOD = ed25519.sign(MESSAGE);
const LINES = GOOD.trimEnd().split('\n');
const [BEGIN = '', END = ''] = [LINES[0], LINES.at(-1)];
const EC = 'ecdsa-sha2-nistp256';
const ONE = Buffer.of(1);
const ORDER = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');

test('the good ones are accepted, of each type of keys', () => {
  assert.deepEqual([...SSH_KEY_TYPES].sort(), [...KEY_TYPES].sort());
  for (const type of SSH_KEY_TYPES) {
    const signer = type === 'ssh-rsa' ? rsa : createSshSigner(type);
    const verified = verifySignature(signer.sign(MESSAGE), Buffer.from(MESSAGE), {
      namespace: PUBLISH_NAMESPACE,
    });
    assert.ok(verified.ok, type);
    assert.equal(verified.value.fingerprint, signer.fingerprint);
  }
  assert.ok(
    verifySignature(rsa.sign(MESSAGE, { algorithm: 'rsa-sha2-256' }), Buffer.from(MESSAGE), {
      namespace: PUBLISH_NAMESPACE,
    }).ok,
  );
});

describe('the use', () => {
  for (const namespace of [
    'git',
    'file',
    'publish@prime-registry ',
    'Publish@prime-registry',
    'publish@prime-registry\0',
  ])
    test(JSON.stringify(namespace), () => void refusalOf(ed25519.sign(MESSAGE, { namespace })));
  test('of git is refused by name', () =>
    assert.match(refusalOf(ed25519.sign(MESSAGE, { namespace: 'git' })), /should be publish@prime-registry/));
  test('an empty one, even if it is asked for', () =>
    assert.match(refusalOf(ed25519.sign(MESSAGE, { namespace: '' }), MESSAGE, ''), /needs a namespace/));
  test('something in the reserved field', () =>
    assert.match(refusalOf(ed25519.sign(MESSAGE, { reserved: 'x' })), /reserved field/));
});

describe('the text', () => {
  const cases: Readonly<Record<string, string>> = {
    empty: '',
    'a mebibyte': 'A'.repeat(2 ** 20),
    'a mebibyte of lines': `${BEGIN}\n${`${'A'.repeat(70)}\n`.repeat(15_000)}${END}\n`,
    'just too long': `${GOOD}${' '.repeat(MAX_ARMOR_LENGTH)}`,
    'no begin': LINES.slice(1).join('\n'),
    'no end': LINES.slice(0, -1).join('\n'),
    'only a begin': BEGIN,
    'only begin and end': `${BEGIN}\n${END}`,
    'a PGP signature': GOOD.replaceAll('SSH SIGNATURE', 'PGP SIGNATURE'),
    'two of them': GOOD + ed25519.sign('another'),
    'two of them within one': `${BEGIN}\n${LINES[1]}\n${END}\n${GOOD}`,
    'words before': `hello\n${GOOD}`,
    'a space before': ` ${GOOD}`,
    'a mark of the byte order': `\ufeff${GOOD}`,
    'words after': `${GOOD}hello\n`,
    'a space inside': GOOD.replace(/^(.{40})/m, '$1 '),
    'no Base 64': GOOD.replace(/^U1NI/m, 'U1N*'),
    'Base 64 for URLs': GOOD.replaceAll(/[+/]/g, '-').replace(/^U1NI/m, 'U1N-'),
    'no padding': armorSsh(Buffer.concat([ed25519.signBytes(MESSAGE), Buffer.of(0)])).replaceAll('=', ''),
    'a null': GOOD.replace(/^U1NI/m, 'U1N\0'),
  };
  for (const [what, text] of Object.entries(cases)) test(what, () => void refusalOf(text));
});

describe('the fields', () => {
  const bytes = ed25519.signBytes(MESSAGE);
  test('each beginning of a signature', () => {
    for (let length = 0; length < bytes.length; length += 1) refusalOf(armorSsh(bytes.subarray(0, length)));
  });
  test('each bit changed', () => {
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      refusalOf(armorSsh(changed));
    }
  });
  const cases: Readonly<Record<string, string>> = {
    'other magic': ed25519.sign(MESSAGE, { magic: 'SSHSIC' }),
    'version 0': ed25519.sign(MESSAGE, { version: 0 }),
    'version 2': ed25519.sign(MESSAGE, { version: 2 }),
    'version 2^32 - 1': ed25519.sign(MESSAGE, { version: 2 ** 32 - 1 }),
    'hash sha1': ed25519.sign(MESSAGE, { hash: 'sha1' }),
    'hash md5': ed25519.sign(MESSAGE, { hash: 'md5' }),
    'hash SHA512': ed25519.sign(MESSAGE, { hash: 'SHA512' }),
    'bytes after the end': ed25519.sign(MESSAGE, { trailing: Buffer.of(0) }),
    'a second signature after the end': ed25519.sign(MESSAGE, { trailing: bytes }),
    'the key of another': ed25519.sign(MESSAGE, { publicKey: createSshSigner().blob }),
    'the key of another type': ed25519.sign(MESSAGE, { publicKey: p256.blob }),
    'no key': ed25519.sign(MESSAGE, { publicKey: Buffer.alloc(0) }),
    'a key with bytes after it': ed25519.sign(MESSAGE, { publicKey: Buffer.concat([ed25519.blob, ONE]) }),
    'a key of 31 bytes': ed25519.sign(MESSAGE, {
      publicKey: key('ssh-ed25519', sshString(Buffer.alloc(31))),
    }),
    'a length of 4 GiB': armorSsh(
      Buffer.concat([Buffer.from('SSHSIG'), sshUint32(1), sshUint32(2 ** 32 - 1)]),
    ),
    'no signature': ed25519.sign(MESSAGE, { signature: Buffer.alloc(0) }),
    'a signature of 63 bytes': withBytes(ed25519, 'ssh-ed25519', sshString(Buffer.alloc(63))),
    'a signature of 65 bytes': withBytes(ed25519, 'ssh-ed25519', sshString(Buffer.alloc(65))),
    'a signature of zeros': withBytes(ed25519, 'ssh-ed25519', sshString(Buffer.alloc(64))),
    'bytes after a signature': withBytes(ed25519, 'ssh-ed25519', sshString(Buffer.alloc(64)), ONE),
    'an algorithm of another type': withBytes(ed25519, EC, sshString(Buffer.alloc(64))),
    'an algorithm with a null': withBytes(ed25519, 'ssh-ed25519\0', sshString(Buffer.alloc(64))),
  };
  for (const [what, text] of Object.entries(cases)) test(what, () => void refusalOf(text));
});

describe('types of keys', () => {
  const names = [
    'ssh-dss',
    'ssh-ed448',
    'ecdsa-sha2-nistp224',
    'constructor',
    '__proto__',
    '',
    'ssh-ed25519\0',
  ];
  for (const name of names)
    test(JSON.stringify(name), () => {
      const publicKey = key(name, sshString(Buffer.alloc(32)));
      assert.match(refusalOf(ed25519.sign(MESSAGE, { publicKey })), /not supported|printable/);
    });
  const certificates = ['ssh-ed25519-cert-v01@openssh.com', 'ssh-rsa-cert-v01@openssh.com'];
  for (const name of [...certificates, 'sk-ssh-ed25519-cert-v01@openssh.com'])
    test(name, () => {
      const publicKey = key(name, sshString(Buffer.alloc(32)), sshString(Buffer.alloc(32)));
      assert.match(refusalOf(ed25519.sign(MESSAGE, { publicKey })), /certificates are not supported/);
    });
});

describe('ECDSA', () => {
  const rs = (r: Uint8Array, s: Uint8Array, ...rest: Uint8Array[]): string =>
    withBytes(p256, EC, sshString(Buffer.concat([r, s, ...rest])));
  const x = Buffer.alloc(32, 1);
  const cases: Readonly<Record<string, string>> = {
    'r = 0': rs(sshString(''), sshMpint(ONE)),
    's = 0': rs(sshMpint(ONE), sshString('')),
    'r = s = 0, written as a byte': rs(sshString(Buffer.of(0)), sshString(Buffer.of(0))),
    'r = s = 1': rs(sshMpint(ONE), sshMpint(ONE)),
    'r and s of the order': rs(sshMpint(ORDER), sshMpint(ORDER)),
    'a negative r': rs(sshString(Buffer.of(0x80)), sshMpint(ONE)),
    'an r of 33 bytes': rs(sshMpint(Buffer.alloc(33, 1)), sshMpint(ONE)),
    'an r of 4 KiB': rs(sshMpint(Buffer.alloc(4096, 1)), sshMpint(ONE)),
    'an r with zeros before it': rs(sshString(Buffer.of(0, 0, 1)), sshMpint(ONE)),
    'an r with a zero before it': rs(sshString(Buffer.of(0, 1)), sshMpint(ONE)),
    'bytes after s': rs(sshMpint(ONE), sshMpint(ONE), ONE),
    'no s': withBytes(p256, EC, sshString(sshMpint(ONE))),
    'another curve': p256.sign(MESSAGE, {
      publicKey: key(EC, sshString('nistp384'), sshString(Buffer.concat([Buffer.of(4), x, x]))),
    }),
    'a point that is not on the curve': p256.sign(MESSAGE, {
      publicKey: key(EC, sshString('nistp256'), sshString(Buffer.concat([Buffer.of(4), x, x]))),
    }),
    'the point at infinity': p256.sign(MESSAGE, {
      publicKey: key(EC, sshString('nistp256'), sshString(Buffer.of(0))),
    }),
    'a compressed point': p256.sign(MESSAGE, {
      publicKey: key(EC, sshString('nistp256'), sshString(Buffer.concat([Buffer.of(2), x]))),
    }),
  };
  for (const [what, text] of Object.entries(cases)) test(what, () => void refusalOf(text));
});

describe('RSA', () => {
  const withKey = (e: Uint8Array, n: Uint8Array): string =>
    rsa.sign(MESSAGE, { publicKey: key('ssh-rsa', e, n) });
  const e = sshMpint(Buffer.of(1, 0, 1));
  const n = (bytes: number): Buffer => sshMpint(Buffer.alloc(bytes, 0xff));
  test('SHA-1', () =>
    assert.match(refusalOf(rsa.sign(MESSAGE, { algorithm: 'ssh-rsa' })), /rsa-sha2-256 or rsa-sha2-512/));
  test('a key of 2048 bits', () =>
    assert.match(refusalOf(createSshSigner('ssh-rsa', 2048).sign(MESSAGE)), /3072 to 8192 bits, not 2048/));
  const cases: Readonly<Record<string, string>> = {
    'a key of 8200 bits': withKey(e, n(1025)),
    'an exponent of 1': withKey(sshMpint(ONE), n(384)),
    'an exponent of 2': withKey(sshMpint(Buffer.of(2)), n(384)),
    'an exponent of 9 bytes': withKey(n(9), n(384)),
    'an exponent as long as the key': withKey(n(384), n(384)),
    'no exponent': withKey(sshString(''), n(384)),
    'a negative key': withKey(e, sshString(Buffer.alloc(384, 0xff))),
    'an even key': withKey(e, sshMpint(Buffer.concat([Buffer.alloc(383, 0xff), Buffer.of(0xfe)]))),
    'a signature that is too long': withBytes(rsa, 'rsa-sha2-512', sshString(Buffer.alloc(385, 1))),
    'a signature of nothing': withBytes(rsa, 'rsa-sha2-512', sshString('')),
    'a signature of zeros': withBytes(rsa, 'rsa-sha2-512', sshString(Buffer.alloc(384))),
    'another algorithm than the one it was made with': rsa.sign(MESSAGE, {
      signature: Buffer.concat([sshString('rsa-sha2-256'), sshString(Buffer.alloc(384, 1))]),
    }),
  };
  for (const [what, text] of Object.entries(cases)) test(what, () => void refusalOf(text));
});

describe('security tokens', () => {
  const sk = 'sk-ssh-ed25519@openssh.com';
  test('that nobody touched', () => {
    assert.match(refusalOf(token.sign(MESSAGE, { flags: 0 })), /without a touch/);
    // 4: the owner gave a PIN.
    assert.match(refusalOf(token.sign(MESSAGE, { flags: 4 })), /without a touch/);
    assert.ok(
      verifySignature(token.sign(MESSAGE, { flags: 5 }), Buffer.from(MESSAGE), {
        namespace: PUBLISH_NAMESPACE,
      }).ok,
    );
  });
  const cases: Readonly<Record<string, string>> = {
    'without flags': withBytes(token, sk, sshString(Buffer.alloc(64))),
    'with half a counter': withBytes(token, sk, sshString(Buffer.alloc(64)), Buffer.of(1, 0, 0)),
    'with bytes after the counter': withBytes(
      token,
      sk,
      sshString(Buffer.alloc(64)),
      Buffer.of(1, 0, 0, 0, 0, 0),
    ),
    'of another application': token.sign(MESSAGE, {
      publicKey: Buffer.concat([token.blob.subarray(0, -sshString('ssh:').length), sshString('ssh:x')]),
    }),
  };
  for (const [what, text] of Object.entries(cases)) test(what, () => void refusalOf(text));
});

describe('public keys that are refused', () => {
  const line = ed25519.publicKey;
  const cases: readonly string[] = [
    ...['', 'ssh-ed25519', 'hello world', `${line}=`, line.replace('ssh-ed25519 ', 'ssh-rsa ')],
    ...[line.replace(/.$/, '*'), `${line}\n${line}`, `${'A'.repeat(9000)} ${line}`, `no-pty ${line}`],
    ...[`-----BEGIN OPENSSH PRIVATE KEY-----\n${line}`, `${line} \u0000`.repeat(300)],
    `ssh-ed25519 ${' '.repeat(8000)}x ${'\t'.repeat(100)}`,
  ];
  for (const [index, text] of cases.entries())
    test(`${index}: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const parsed = parsePublicKey(text);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, /^[\x20-\x7e…]{10,300}$/);
    });
});

function key(type: string, ...parts: Uint8Array[]): Buffer {
  return Buffer.concat([sshString(type), ...parts]);
}
