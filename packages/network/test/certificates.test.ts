import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CertificateFileError, readCertificates } from '@prime-registry/network';
import { makeAuthority } from '@prime-registry/testkit';

/** Reads a file with this text. */
function readText(text: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  try {
    writeFileSync(join(folder, 'ca.pem'), text);
    return readCertificates(join(folder, 'ca.pem'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const one = makeAuthority('one').cert;
const two = makeAuthority('two').cert;

test('all certificates of a file are read, with comments and Windows line ends between them', () => {
  const certificates = readText(`# One\r\n${one.replaceAll('\n', '\r\n')}\n# Two\n${two}`);
  assert.equal(certificates.length, 2);
});

test('a file without a certificate, or with a damaged one, is an error that names it', () => {
  const damaged = one.replace(/MII/, 'AAA');
  const cases = [
    [() => readText('not a certificate'), /ca\.pem has no certificate/],
    [() => readText(`${one}${damaged}`), /certificate 2 in .*ca\.pem is damaged/],
    [() => readCertificates('/nowhere/ca.pem'), /^\/nowhere\/ca\.pem does not exist$/],
    [() => readCertificates(tmpdir()), /is a folder/],
  ] as const;
  for (const [read, message] of cases)
    assert.throws(
      read,
      (error: Error) => error instanceof CertificateFileError && message.test(error.message),
    );
});
