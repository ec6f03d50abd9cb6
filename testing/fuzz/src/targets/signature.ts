// Signatures with SSH keys, public keys, and lists of allowed signers.
import {
  fingerprintOf,
  formatPublicKey,
  isFingerprint,
  PUBLISH_NAMESPACE,
  parseAllowedSigners,
  parsePublicKey,
  parseSignature,
  verifySignature,
} from '@prime-registry/sshsig';
import { expect, outline, type Target } from '../target.ts';
import { checkMessage } from './path.ts';

/** What the signatures of the corpus are of. */
const MESSAGE = Buffer.from('a message\n');
const OTHER = Buffer.from('another message\n');
const BEGIN = '-----BEGIN SSH SIGNATURE-----\n';
const END = '\n-----END SSH SIGNATURE-----\n';

export const signature: Target = {
  name: 'signature',
  weight: 8,
  usualBytes: 1500,
  dictionary: [
    ...[BEGIN, END, '\r\n', '\n', ' ', '=', 'SSHSIG', 'U1NIU0lHAAAAAQ', 'sha256', 'sha512', 'git'],
    ...['ssh-ed25519 ', 'ssh-rsa ', 'ecdsa-sha2-nistp256 ', 'sk-ssh-ed25519@openssh.com ', 'AAAA'],
    ...[
      'namespaces="',
      'valid-after="20260101Z"',
      'valid-before="',
      'cert-authority',
      '"',
      ',',
      '*',
      '!',
      '#',
    ],
    ...[PUBLISH_NAMESPACE, '\0\0\0\0', '\0\0\0\x01', '\xff\xff\xff\xff', '\0\0\0\x20', '\u202e'],
  ],
  open: () => ({
    run(input) {
      const text = input.toString('latin1');
      // The fields of a signature, without its Base 64, which hides them from the mutations.
      const armored = `${BEGIN}${input.toString('base64')}${END}`;
      return [text, armored].map(checkSignature).concat(checkKey(text), checkSigners(text)).join('; ');
    },
  }),
};

function checkSignature(text: string): string {
  const parsed = parseSignature(text);
  const use = { namespace: PUBLISH_NAMESPACE };
  const verified = verifySignature(text, MESSAGE, use);
  expect(!verifySignature(text, OTHER, use).ok, 'a signature is one of another message');
  if (!parsed.ok) {
    expect(!verified.ok, 'a signature is good that cannot be read');
    return refusal(parsed.message);
  }
  const again = parseSignature(parsed.value.armored);
  expect(again.ok && again.value.armored === parsed.value.armored, 'a signature has two forms');
  expect(
    verifySignature(parsed.value.armored, MESSAGE, use).ok === verified.ok,
    'the form of a signature matters',
  );
  return verified.ok ? `a signature of ${verified.value.key.type}` : refusal(verified.message);
}

function checkKey(text: string): string {
  const parsed = parsePublicKey(text);
  if (!parsed.ok) return refusal(parsed.message);
  expect(isFingerprint(fingerprintOf(parsed.value)), 'a fingerprint has another form');
  const again = parsePublicKey(formatPublicKey(parsed.value));
  expect(again.ok && fingerprintOf(again.value) === fingerprintOf(parsed.value), 'a key has two forms');
  return `a key of ${parsed.value.type}`;
}

function checkSigners(text: string): string {
  const parsed = parseAllowedSigners(text);
  return parsed.ok ? `${parsed.value.length} signers` : refusal(parsed.message);
}

function refusal(message: string): string {
  return outline(checkMessage(message)).replaceAll(/"[^"]*"/g, '""');
}
