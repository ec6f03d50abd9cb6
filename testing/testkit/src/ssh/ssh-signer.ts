// SSH keys and signatures of tests, made with node:crypto from the documents of OpenSSH, without the code that verifies
// them. What a test wants to be wrong, it can replace.
import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';

/** The types of keys. */
export const SSH_KEY_TYPES = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
] as const;

/** A type of keys. */
export type SshTestKeyType = (typeof SSH_KEY_TYPES)[number];

/** What a signature says besides its message. */
export interface SshSigningOptions {
  readonly namespace?: string;
  readonly hash?: string;
  readonly reserved?: string;
  /** Of RSA keys; `rsa-sha2-512` by default. */
  readonly algorithm?: string;
  /** Of security tokens; 1 by default: somebody has touched it. */
  readonly flags?: number;
  readonly version?: number;
  readonly magic?: string;
  /** The key that the signature names. */
  readonly publicKey?: Uint8Array;
  /** Another algorithm and bytes than the right ones. */
  readonly signature?: Uint8Array;
  /** After the end. */
  readonly trailing?: Uint8Array;
}

/** A key that signs. */
export interface SshSigner {
  readonly type: SshTestKeyType;
  /** A line as in a `.pub` file, without a comment. */
  readonly publicKey: string;
  readonly blob: Buffer;
  /** As ssh-keygen prints it. */
  readonly fingerprint: string;
  /** The signature as ssh-keygen would write it. */
  sign(message: string | Uint8Array, options?: SshSigningOptions): string;
  /** The same without its armor. */
  signBytes(message: string | Uint8Array, options?: SshSigningOptions): Buffer;
}

const CURVES: Readonly<Record<string, { jwk: string; hash: string }>> = {
  nistp256: { jwk: 'P-256', hash: 'sha256' },
  nistp384: { jwk: 'P-384', hash: 'sha384' },
  nistp521: { jwk: 'P-521', hash: 'sha512' },
};
const APPLICATION = 'ssh:';

/** Makes a key. @param rsaBits - length of the modulus of an RSA key */
export function createSshSigner(type: SshTestKeyType = 'ssh-ed25519', rsaBits = 3072): SshSigner {
  const isToken = type.startsWith('sk-');
  const curve = /nistp\d+/.exec(type)?.[0] ?? '';
  const { privateKey, publicKey } = generate(type, curve, rsaBits);
  const parts = [...describeKey(publicKey, curve), ...(isToken ? [sshString(APPLICATION)] : [])];
  const blob = Buffer.concat([sshString(type), ...parts]);

  function signBytes(message: string | Uint8Array, options: SshSigningOptions = {}): Buffer {
    const { namespace = 'publish@prime-registry', hash: hashName = 'sha512', reserved = '' } = options;
    const digest = hash(hashName, message, 'buffer');
    const fields = [namespace, reserved, hashName].map(sshString);
    const signed = Buffer.concat([Buffer.from('SSHSIG'), ...fields, sshString(digest)]);
    const algorithm = options.algorithm ?? (type === 'ssh-rsa' ? 'rsa-sha2-512' : type);
    return Buffer.concat([
      Buffer.from(options.magic ?? 'SSHSIG'),
      sshUint32(options.version ?? 1),
      sshString(options.publicKey ?? blob),
      ...fields,
      sshString(options.signature ?? signOver(signed, algorithm, options.flags ?? 1)),
      options.trailing ?? Buffer.alloc(0),
    ]);
  }

  function signOver(signed: Buffer, algorithm: string, flags: number): Buffer {
    const tail = Buffer.concat([Buffer.of(flags), sshUint32(7)]);
    const data = isToken
      ? Buffer.concat([hash('sha256', APPLICATION, 'buffer'), tail, hash('sha256', signed, 'buffer')])
      : signed;
    const bytes = signRaw(privateKey, curve, algorithm, data);
    return Buffer.concat([sshString(algorithm), sshString(bytes), isToken ? tail : Buffer.alloc(0)]);
  }

  return {
    ...{ type, blob, signBytes },
    publicKey: `${type} ${blob.toString('base64')}`,
    fingerprint: `SHA256:${hash('sha256', blob, 'base64').slice(0, 43)}`,
    sign: (message, options) => armorSsh(signBytes(message, options)),
  };
}

/** The text form of a signature. */
export function armorSsh(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,70}/g) ?? [];
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n');
}

/** `uint32` of RFC 4251. */
export function sshUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** `string` of RFC 4251. */
export function sshString(value: string | Uint8Array): Buffer {
  return Buffer.concat([sshUint32(Buffer.from(value).length), Buffer.from(value)]);
}

/** `mpint` of RFC 4251, for numbers above zero. */
export function sshMpint(value: Uint8Array): Buffer {
  let start = 0;
  while (start < value.length - 1 && value[start] === 0) start += 1;
  const bytes = Buffer.from(value.subarray(start));
  return sshString((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

function generate(type: SshTestKeyType, curve: string, rsaBits: number) {
  if (type === 'ssh-rsa') return generateKeyPairSync('rsa', { modulusLength: rsaBits });
  if (curve !== '') return generateKeyPairSync('ec', { namedCurve: CURVES[curve]?.jwk ?? '' });
  return generateKeyPairSync('ed25519');
}

function describeKey(key: KeyObject, curve: string): Buffer[] {
  const { x = '', y = '', e = '', n = '' } = key.export({ format: 'jwk' });
  const [xs, ys, es, ns] = [x, y, e, n].map((part) => Buffer.from(part, 'base64url'));
  if (e !== '') return [sshMpint(es ?? Buffer.alloc(0)), sshMpint(ns ?? Buffer.alloc(0))];
  if (curve === '') return [sshString(xs ?? '')];
  return [
    sshString(curve),
    sshString(Buffer.concat([Buffer.of(4), xs ?? Buffer.alloc(0), ys ?? Buffer.alloc(0)])),
  ];
}

function signRaw(key: KeyObject, curve: string, algorithm: string, data: Buffer): Buffer {
  if (algorithm === 'ssh-rsa') return sign('sha1', data, key);
  if (algorithm.startsWith('rsa-sha2-')) return sign(`sha${algorithm.slice(9)}`, data, key);
  if (curve === '') return sign(null, data, key);
  const rs = sign(CURVES[curve]?.hash, data, { key, dsaEncoding: 'ieee-p1363' });
  return Buffer.concat([rs.subarray(0, rs.length / 2), rs.subarray(rs.length / 2)].map(sshMpint));
}
