// Checks the folder of a release before it is published, or after a download.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChecksumProblems } from '../artifacts/checksums.ts';
import { listPackages } from '../artifacts/packed-packages.ts';
import { verifySignature } from '../artifacts/sign.ts';
import { ReleaseError } from '../processes.ts';

/**
 * Checks the signature, all checksums, and that the packages belong together.
 * @param signers - a file of allowed signers; without it, the signature is not checked
 * @returns what was checked @throws ReleaseError with everything that is wrong
 */
export async function verifyRelease(
  folder: string,
  version: string,
  signers: string | undefined,
): Promise<string> {
  const signer = signers === undefined ? undefined : verifySignature(folder, signers);
  const problems = await findChecksumProblems(folder);
  if (problems.length > 0)
    throw new ReleaseError(`${folder} is not the release that was made:\n- ${problems.join('\n- ')}`);
  const packages = join(folder, 'packages');
  const count = existsSync(packages) ? listPackages(packages, version).length : 0;
  const by = signer === undefined ? 'The signature was not checked: give --signers.' : `Signed by ${signer}.`;
  return `All files are those of ${version}, with ${count} packages. ${by}`;
}
