// Signs the checksums of a release with an SSH key, and verifies them.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { capture, ReleaseError, show } from '../processes.ts';
import { CHECKSUMS, SIGNATURE } from './checksums.ts';

/** Says what is signed, so that a signature cannot be used as one of something else. */
export const SIGNATURE_NAMESPACE = 'prime-registry-release';

/** Signs the checksums in a folder. @param key - a private key, or a public one whose private key the agent has */
export function signChecksums(folder: string, key: string): void {
  rmSync(join(folder, SIGNATURE), { force: true });
  show('ssh-keygen', ['-q', '-Y', 'sign', '-n', SIGNATURE_NAMESPACE, '-f', key, CHECKSUMS], { folder });
}

/**
 * Verifies the signature of the checksums in a folder.
 * @param signers - a file of allowed signers, see ssh-keygen(1)
 * @returns whose signature it is @throws ReleaseError if it is not one of theirs
 */
export function verifySignature(folder: string, signers: string): string {
  if (!existsSync(join(folder, SIGNATURE)))
    throw new ReleaseError(`${SIGNATURE} is missing: this release is not signed. Do not trust it.`);
  const input = readFileSync(join(folder, CHECKSUMS), 'utf8');
  const files = ['-f', signers, '-s', SIGNATURE];
  try {
    const names = capture('ssh-keygen', ['-Y', 'find-principals', ...files], { folder, input });
    const [signer = ''] = names.split('\n');
    capture('ssh-keygen', ['-Y', 'verify', '-n', SIGNATURE_NAMESPACE, '-I', signer, ...files], {
      folder,
      input,
    });
    return signer;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReleaseError(
      `the signature of ${CHECKSUMS} is not one of the signers in ${signers}: do not trust this release.\n${reason}`,
    );
  }
}
