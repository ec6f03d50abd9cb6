// A certificate authority of a test's own, and certificates of servers (RFC 5280). Node.js can sign, but cannot make
// certificates.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and its key, in PEM. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority. */
export interface CertificateAuthority {
  /** Its own certificate, in PEM. */
  readonly cert: string;
  /** A certificate for a server; expired if that is asked for. */
  issue(hosts: readonly string[], options?: { readonly isExpired?: boolean }): Certified;
}

const DAY_MS = 86_400_000;
let serial = 1;

/** Makes an authority. @param name its common name */
export function makeAuthority(name = 'Test Authority'): CertificateAuthority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name, key: own.privateKey };
  const cert = makeCertificate({ subject: name, issuer, key: own.publicKey, extensions: [IS_AUTHORITY] });
  return {
    cert,
    issue(hosts, { isExpired = false } = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const endMs = Date.now() + (isExpired ? -DAY_MS : DAY_MS);
      const extensions = [alternativeNames(hosts)];
      return {
        cert: makeCertificate({ subject: hosts[0] ?? '', issuer, key: publicKey, extensions, endMs }),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

interface Draft {
  readonly subject: string;
  readonly issuer: { readonly name: string; readonly key: KeyObject };
  readonly key: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly endMs?: number;
}

function makeCertificate({ subject, issuer, key, extensions, endMs = Date.now() + DAY_MS }: Draft): string {
  const algorithm = sequence(objectId('2a8648ce3d040302'));
  serial += 1;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), numberOf(serial)])),
    algorithm,
    nameOf(issuer.name),
    sequence(timeOf(endMs - 10 * DAY_MS), timeOf(endMs)),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer.key);
  const certificate = sequence(body, algorithm, der(0x03, Buffer.of(0), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Critical basicConstraints: cA is true. */
const IS_AUTHORITY = sequence(
  objectId('551d13'),
  der(0x01, Buffer.of(0xff)),
  der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
);

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIP(host) === 4
      ? der(0x87, Buffer.from(host.split('.').map(Number)))
      : der(0x82, Buffer.from(host, 'ascii')),
  );
  return sequence(objectId('551d11'), der(0x04, sequence(...names)));
}

function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(commonName)))));
}

function timeOf(timeMs: number): Buffer {
  const digits = new Date(timeMs).toISOString().replace(/\..*|[-:T]/g, '');
  return der(0x18, Buffer.from(`${digits}Z`));
}

function numberOf(value: number): Buffer {
  return createHash('sha256').update(String(value)).digest().subarray(0, 8);
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** Tag, length and value (X.690, section 8.1). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size =
    length < 128
      ? Buffer.of(length)
      : length < 256
        ? Buffer.of(0x81, length)
        : Buffer.of(0x82, length >> 8, length & 255);
  return Buffer.concat([Buffer.of(tag), size, value]);
}
