// SSH keys of the real ssh-keygen, for tests.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fingerprintOf, parsePublicKey, parseSignature } from '@prime-registry/sshsig';

const run = promisify(execFile);

/** A key on disk. */
export interface TestKey {
  /** Path of the private key; that of the public one ends in `.pub`. */
  readonly path: string;
  /** The public key as one line. */
  readonly line: string;
  readonly fingerprint: string;
}

/** Makes a key in a folder. */
export async function makeKey(
  folder: string,
  name: string,
  { type = 'ed25519', bits, passphrase = '' }: { type?: string; bits?: number; passphrase?: string } = {},
): Promise<TestKey> {
  const path = join(folder, name);
  const size = bits === undefined ? [] : ['-b', String(bits)];
  await run('ssh-keygen', [
    '-q',
    '-t',
    type,
    ...size,
    '-N',
    passphrase,
    '-C',
    `${name}@example.com`,
    '-f',
    path,
  ]);
  const line = (await readFile(`${path}.pub`, 'utf8')).trim();
  const key = parsePublicKey(line);
  if (!key.ok) throw new Error(key.message);
  return { path, line, fingerprint: fingerprintOf(key.value) };
}

/** The fingerprint of the key of a signature. */
export function signerOf(signature: string): string {
  const parsed = parseSignature(signature);
  if (!parsed.ok) throw new Error(parsed.message);
  return fingerprintOf(parsed.value.key);
}
