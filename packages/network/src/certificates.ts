// Reads a file of certificate authorities, in the PEM form that other programs use (RFC 7468).
import { readFileSync } from 'node:fs';

/** A file without usable certificates. The message names the file. */
export class CertificateFileError extends Error {
  override readonly name = 'CertificateFileError';
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads all certificates of a file, each in PEM. Other text in the file is ignored.
 * @throws CertificateFileError
 */
export function readCertificates(path: string): readonly string[] {
  const certificates = read(path).match(CERTIFICATE) ?? [];
  if (certificates.length === 0)
    throw new CertificateFileError(
      `${path} has no certificate; it must have -----BEGIN CERTIFICATE----- (PEM)`,
    );
  for (const [index, certificate] of certificates.entries())
    if (!isCertificate(certificate))
      throw new CertificateFileError(`certificate ${index + 1} in ${path} is damaged`);
  return certificates;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new CertificateFileError(`${path} ${UNREADABLE[code] ?? `cannot be read (${code})`}`);
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read: permission denied',
  EISDIR: 'is a folder, not a file of certificates',
};

function isCertificate(pem: string): boolean {
  try {
    // Not imported: all commands load this file, few have a certificate, and the module takes 7 MiB.
    const { X509Certificate } = process.getBuiltinModule('node:crypto');
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
